// SPDX-License-Identifier: MIT

print("layoutfuzz 0.1.0")
