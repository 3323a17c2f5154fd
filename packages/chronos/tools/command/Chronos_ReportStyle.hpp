// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CHRONOS_REPORTSTYLE_HPP
#define CHRONOS_REPORTSTYLE_HPP

namespace Chronos::Command {

/// \brief The style sheet of the report page.
///
/// Colours of runs (eight, told apart with most kinds of colour blindness) are darker on light ground; parts
/// of a bar keep theirs. On paper the light ones hold.
inline const char* const reportStyle = R"css(
:root { color-scheme: light dark; --ground: #ffffff; --card: #f6f7f9; --ink: #1a1d21; --soft: #5b6470; --rule: #d9dde3;
  --best: #0b6b3a; --bad: #b3261e; --level: #9db8e6;
  --run0: #1f5fd0; --run1: #d1490c; --run2: #0a7d55; --run3: #8a35c8; --run4: #a87000; --run5: #0884a0;
  --run6: #c2185b; --run7: #555f6b; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171b; --card: #1d2126; --ink: #e7eaee; --soft: #9aa4b0;
  --rule: #363c45; --best: #6fd39b; --bad: #ff8a80; --level: #3f5d94;
  --run0: #7aa9ff; --run1: #ff9a66; --run2: #58cf9f; --run3: #c99aff; --run4: #e6bd5a; --run5: #5fd0e6;
  --run6: #ff86b3; --run7: #b4bdc8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1320px; padding: 2em 1.5em 4em; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7em; line-height: 1.25; margin: 0 0 0.2em; overflow-wrap: anywhere; }
h2 { font-size: 1.25em; margin: 2.2em 0 0.6em; padding-bottom: 0.25em; border-bottom: 1px solid var(--rule); }
h3 { font-size: 1em; margin: 1.6em 0 0.5em; }
p { margin: 0.4em 0; } .soft { color: var(--soft); } .bad { color: var(--bad); font-weight: 600; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(215px, 1fr)); gap: 0.7em 1.6em; margin: 1.2em 0;
  padding: 1em 1.2em; background: var(--card);
  border: 1px solid var(--rule); border-radius: 8px; }
dt { color: var(--soft); font-size: 0.8em; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 0.92em; }
th, td { padding: 0.45em 0.55em; border-bottom: 1px solid var(--rule); text-align: right; vertical-align: middle; }
th { color: var(--soft); font-weight: 600; font-size: 0.88em; line-height: 1.25; vertical-align: bottom; }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
th.text, td.text, td.run { text-align: left; } td.run { font-weight: 600; overflow-wrap: anywhere; min-width: 8em; }
th.middle, td.bar { text-align: center; } td.best { color: var(--best); font-weight: 700; }
table.levels td { padding-top: 0.15em; padding-bottom: 0.15em; }
table.levels td.bar { padding-left: 0; padding-right: 0; }
section > figure { margin-top: 1.2em; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(460px, 100%), 1fr)); gap: 1.2em; }
figure { margin: 0; padding: 0.9em 1em 0.6em; background: var(--card);
  border: 1px solid var(--rule); border-radius: 8px; }
figcaption { font-weight: 600; font-size: 0.92em; margin-bottom: 0.4em; }
.legend { display: flex; flex-wrap: wrap; gap: 0.2em 1.4em; font-size: 0.9em; margin: 0.2em 0 0.7em; }
.swatch { width: 0.8em; height: 0.8em; margin-right: 0.45em; vertical-align: -0.05em; flex: none; }
svg.chart { display: block; width: 100%; height: auto; }
figure { overflow-x: auto; } svg.bars { min-width: 800px; }
svg.level { width: 260px; height: 26px; display: block; margin: auto; }
svg text { fill: var(--ink); font-size: 12.5px; } svg .tick { fill: var(--soft); font-size: 12px; }
svg .power { font-size: 9px; } svg .title { fill: var(--soft); font-size: 12.5px; }
svg .middle { text-anchor: middle; } svg .end { text-anchor: end; }
.grid { stroke: var(--rule); stroke-width: 1; } .axis { stroke: var(--soft); stroke-width: 1; }
.tolerance { stroke: var(--soft); stroke-width: 1.2; stroke-dasharray: 5 4; }
.curve { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; } .last { fill: currentColor; }
.dashed .curve { stroke-dasharray: 7 4; } rect.key { fill: currentColor; } .dashed rect.key { fill-opacity: 0.5; }
rect.level { fill: var(--level); }
figure.profile { max-width: 820px; margin: 1em 0; } svg.profile .curve { stroke-width: 2.5; }
td.time { font-variant-numeric: tabular-nums; } td small { display: block; color: var(--soft); font-weight: 400; }
table.systems td.run { min-width: 7em; }
@media (max-width: 640px) { body { padding: 1em 0.8em 3em; } figure { padding: 0.6em 0.5em; }
  svg.curves text, svg.curves .tick, svg.curves .title { font-size: 21px; } svg.curves .curve { stroke-width: 4; }
  svg.curves .power { font-size: 15px; }
  table.systems { font-size: 0.8em; } table.systems td small { display: none; }
  table.systems td.run { min-width: 5em; }
  table.systems th, table.systems td { padding: 0.4em 0.25em; }
  table.systems .swatch { display: block; margin-left: auto; margin-right: 0; } }
.run0 { color: var(--run0); } .run1 { color: var(--run1); } .run2 { color: var(--run2); } .run3 { color: var(--run3); }
.run4 { color: var(--run4); } .run5 { color: var(--run5); } .run6 { color: var(--run6); } .run7 { color: var(--run7); }
.part0 { fill: #4e79a7; } .part1 { fill: #f28e2b; } .part2 { fill: #59a14f; } .part3 { fill: #b07aa1; }
.part4 { fill: #e0b93a; } .part5 { fill: #76b7b2; } .part6 { fill: #9c755f; } .part7 { fill: #8f8b88; }
.part8 { fill: #d1615d; } .part9 { fill: #85b6e0; } .part10 { fill: #2f6b3a; } .part11 { fill: #e377c2; }
.part12 { fill: #bcbd22; } .part13 { fill: #5b3f8c; } .part14 { fill: #c9a27e; } .part15 { fill: #17becf; }
pre { margin: 0.4em 0; padding: 0.7em 0.9em; background: var(--card); border: 1px solid var(--rule); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85em; }
details { margin: 0.6em 0; } summary { cursor: pointer; color: var(--soft); }
table.parameters td.word { overflow-wrap: anywhere; } table.parameters th { overflow-wrap: anywhere; }
h2 .soft { font-weight: 400; font-size: 0.85em; } details table { width: auto; } details td { text-align: left; }
@media print { @page { size: landscape; margin: 12mm; }
  :root { color-scheme: light; --ground: #ffffff; --card: #ffffff; --ink: #000000; --soft: #444444;
  --rule: #cccccc; --best: #0b6b3a; --bad: #b3261e; --level: #c3d3ee;
  --run0: #1f5fd0; --run1: #d1490c; --run2: #0a7d55; --run3: #8a35c8; --run4: #a87000; --run5: #0884a0;
  --run6: #c2185b; --run7: #555f6b; }
  body { font-size: 10pt; padding: 0; max-width: none; } table { font-size: 7.5pt; } th, td { padding: 0.25em 0.4em; }
  .charts { grid-template-columns: 1fr 1fr; } .wide, figure { overflow: visible; }
svg.level { width: 200px; }
  figure, tr, dl { break-inside: avoid; } h2, h3, pre, .legend { break-after: avoid; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
)css";

}  // namespace Chronos::Command

#endif
