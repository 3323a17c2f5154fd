# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# cmake -DBUILD_DIR=... -DINSTALL_DIR=... -P Install.cmake
file(REMOVE_RECURSE ${INSTALL_DIR} ${INSTALL_DIR}-first)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${INSTALL_DIR}-first RESULT_VARIABLE status)
if(status)
  message(FATAL_ERROR "Installing failed")
endif()
file(RENAME ${INSTALL_DIR}-first ${INSTALL_DIR})
