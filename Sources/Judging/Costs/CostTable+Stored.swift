// SPDX-License-Identifier: MIT

import Statistics

// Written by `layoutfuzz costs fit --seed 1000003 --cases 40000`; not to be changed by hand.

extension CostTable {
  /// The cost models of the built-in strategies.
  package static let stored = CostTable(
    seed: 1000003, cases: 40000,
    rows: [
      Row(
        "simplex", nil, cases: 40000,
        CostModel(
          sizes: 12...4322,
          lines: [
            QuantileLine(intercept: 2752, slope: 1435),
            QuantileLine(intercept: 468, slope: 897),
            QuantileLine(intercept: 1801, slope: 692),
            QuantileLine(intercept: -158, slope: 1147),
            QuantileLine(intercept: -2945, slope: 1481),
          ], powers: [2487, 1959])),
      Row(
        "simplex", .wellFormed, cases: 10001,
        CostModel(
          sizes: 12...4322,
          lines: [
            QuantileLine(intercept: 218, slope: 1355),
            QuantileLine(intercept: -739, slope: 854),
            QuantileLine(intercept: -2309, slope: 765),
            QuantileLine(intercept: -1244, slope: 915),
            QuantileLine(intercept: -863, slope: 981),
          ], powers: [1164, 1441])),
      Row(
        "simplex", .ambiguous, cases: 4809,
        CostModel(
          sizes: 27...4314,
          lines: [
            QuantileLine(intercept: 22, slope: 1370),
            QuantileLine(intercept: -1265, slope: 897),
            QuantileLine(intercept: -2214, slope: 767),
            QuantileLine(intercept: -2345, slope: 1048),
            QuantileLine(intercept: -1056, slope: 1003),
          ], powers: [1171, 1458])),
      Row(
        "simplex", .conflicting, cases: 4943,
        CostModel(
          sizes: 22...4292,
          lines: [
            QuantileLine(intercept: 2904, slope: 1422),
            QuantileLine(intercept: 1064, slope: 797),
            QuantileLine(intercept: 1637, slope: 675),
            QuantileLine(intercept: -528, slope: 1179),
            QuantileLine(intercept: -3347, slope: 1563),
          ], powers: [2944, 1869])),
      Row(
        "simplex", .competing, cases: 7194,
        CostModel(
          sizes: 12...4322,
          lines: [
            QuantileLine(intercept: -284, slope: 1524),
            QuantileLine(intercept: -653, slope: 830),
            QuantileLine(intercept: -2289, slope: 824),
            QuantileLine(intercept: -1783, slope: 955),
            QuantileLine(intercept: -1011, slope: 977),
          ], powers: [1228, 1517])),
      Row(
        "simplex", .degenerate, cases: 3907,
        CostModel(
          sizes: 12...4158,
          lines: [
            QuantileLine(intercept: 78, slope: 1371),
            QuantileLine(intercept: -736, slope: 853),
            QuantileLine(intercept: -2980, slope: 832),
            QuantileLine(intercept: -17, slope: 809),
            QuantileLine(intercept: -639, slope: 962),
          ], powers: [1134, 1474])),
      Row(
        "simplex", .extreme, cases: 1934,
        CostModel(
          sizes: 12...3891,
          lines: [
            QuantileLine(intercept: 15, slope: 1684),
            QuantileLine(intercept: -1491, slope: 1064),
            QuantileLine(intercept: -3593, slope: 1161),
            QuantileLine(intercept: -5358, slope: 1699),
            QuantileLine(intercept: -2607, slope: 1375),
          ], powers: [2760, 1541])),
      Row(
        "simplex", .idiomatic, cases: 7212,
        CostModel(
          sizes: 51...1337,
          lines: [
            QuantileLine(intercept: 5670, slope: 1083),
            QuantileLine(intercept: 2907, slope: 608),
            QuantileLine(intercept: 3465, slope: 503),
            QuantileLine(intercept: 2672, slope: 820),
            QuantileLine(intercept: -4208, slope: 1649),
          ], powers: [2296, 1963])),
      Row(
        "relaxation", nil, cases: 40000,
        CostModel(
          sizes: 12...4322,
          lines: [
            QuantileLine(intercept: 3933, slope: 1313),
            QuantileLine(intercept: -2302, slope: 1290),
            QuantileLine(intercept: 6574, slope: 136),
            QuantileLine(intercept: 3010, slope: 1089),
            QuantileLine(intercept: -314, slope: 1010),
          ], powers: [1418, 1721])),
      Row(
        "relaxation", .wellFormed, cases: 10001,
        CostModel(
          sizes: 12...4322,
          lines: [
            QuantileLine(intercept: 2579, slope: 1423),
            QuantileLine(intercept: -1101, slope: 955),
            QuantileLine(intercept: 5392, slope: 283),
            QuantileLine(intercept: 3330, slope: 944),
            QuantileLine(intercept: -238, slope: 1002),
          ], powers: [1323, 1697])),
      Row(
        "relaxation", .ambiguous, cases: 4809,
        CostModel(
          sizes: 27...4314,
          lines: [
            QuantileLine(intercept: 3256, slope: 1304),
            QuantileLine(intercept: -1731, slope: 1012),
            QuantileLine(intercept: 6356, slope: 148),
            QuantileLine(intercept: 2132, slope: 1087),
            QuantileLine(intercept: -322, slope: 1011),
          ], powers: [1292, 1661])),
      Row(
        "relaxation", .conflicting, cases: 4943,
        CostModel(
          sizes: 22...4292,
          lines: [
            QuantileLine(intercept: 6779, slope: 852),
            QuantileLine(intercept: -437, slope: 829),
            QuantileLine(intercept: 5062, slope: 299),
            QuantileLine(intercept: 4962, slope: 750),
            QuantileLine(intercept: -458, slope: 1023),
          ], powers: [1454, 1539])),
      Row(
        "relaxation", .competing, cases: 7194,
        CostModel(
          sizes: 12...4322,
          lines: [
            QuantileLine(intercept: 3954, slope: 1331),
            QuantileLine(intercept: -2535, slope: 1355),
            QuantileLine(intercept: 7152, slope: 59),
            QuantileLine(intercept: 3326, slope: 1079),
            QuantileLine(intercept: -620, slope: 1042),
          ], powers: [1467, 1725])),
      Row(
        "relaxation", .degenerate, cases: 3907,
        CostModel(
          sizes: 12...4158,
          lines: [
            QuantileLine(intercept: 3354, slope: 1283),
            QuantileLine(intercept: -1187, slope: 979),
            QuantileLine(intercept: 5324, slope: 282),
            QuantileLine(intercept: 2149, slope: 1069),
            QuantileLine(intercept: -340, slope: 1016),
          ], powers: [1383, 1806])),
      Row(
        "relaxation", .extreme, cases: 1934,
        CostModel(
          sizes: 12...3891,
          lines: [
            QuantileLine(intercept: 3404, slope: 1278),
            QuantileLine(intercept: -1316, slope: 1015),
            QuantileLine(intercept: 5340, slope: 274),
            QuantileLine(intercept: 1777, slope: 1160),
            QuantileLine(intercept: -298, slope: 1007),
          ], powers: [1334, 1660])),
      Row(
        "relaxation", .idiomatic, cases: 7212,
        CostModel(
          sizes: 51...1337,
          lines: [
            QuantileLine(intercept: -2995, slope: 2162),
            QuantileLine(intercept: -3894, slope: 1339),
            QuantileLine(intercept: 5141, slope: 306),
            QuantileLine(intercept: -3781, slope: 1918),
            QuantileLine(intercept: -419, slope: 1022),
          ], powers: [1500, 1720])),
      Row(
        "naive", nil, cases: 40000,
        CostModel(
          sizes: 12...4322,
          lines: [
            QuantileLine(intercept: 6969, slope: 847),
            QuantileLine(intercept: 2165, slope: 878),
            QuantileLine(intercept: 5701, slope: 0),
            QuantileLine(intercept: 296, slope: 1200),
            QuantileLine(intercept: -313, slope: 1010),
          ], powers: [1371, 1570])),
      Row(
        "naive", .wellFormed, cases: 10001,
        CostModel(
          sizes: 12...4322,
          lines: [
            QuantileLine(intercept: 236, slope: 1445),
            QuantileLine(intercept: -1833, slope: 1159),
            QuantileLine(intercept: 76, slope: 408),
            QuantileLine(intercept: -4640, slope: 1640),
            QuantileLine(intercept: -238, slope: 1002),
          ], powers: [1071, 1499])),
      Row(
        "naive", .ambiguous, cases: 4809,
        CostModel(
          sizes: 27...4314,
          lines: [
            QuantileLine(intercept: 152, slope: 1465),
            QuantileLine(intercept: -2842, slope: 1269),
            QuantileLine(intercept: 181, slope: 390),
            QuantileLine(intercept: -5484, slope: 1744),
            QuantileLine(intercept: -322, slope: 1011),
          ], powers: [1212, 1620])),
      Row(
        "naive", .conflicting, cases: 4943,
        CostModel(
          sizes: 22...4292,
          lines: [
            QuantileLine(intercept: 7169, slope: 834),
            QuantileLine(intercept: 4464, slope: 620),
            QuantileLine(intercept: 6267, slope: 0),
            QuantileLine(intercept: 1293, slope: 1149),
            QuantileLine(intercept: -458, slope: 1023),
          ], powers: [1356, 1226])),
      Row(
        "naive", .competing, cases: 7194,
        CostModel(
          sizes: 12...4322,
          lines: [
            QuantileLine(intercept: 731, slope: 1424),
            QuantileLine(intercept: -2306, slope: 1291),
            QuantileLine(intercept: 1084, slope: 309),
            QuantileLine(intercept: -2825, slope: 1540),
            QuantileLine(intercept: -547, slope: 1030),
          ], powers: [1119, 1610])),
      Row(
        "naive", .degenerate, cases: 3907,
        CostModel(
          sizes: 12...4158,
          lines: [
            QuantileLine(intercept: 231, slope: 1425),
            QuantileLine(intercept: -1732, slope: 1131),
            QuantileLine(intercept: 15, slope: 393),
            QuantileLine(intercept: -3725, slope: 1499),
            QuantileLine(intercept: -340, slope: 1016),
          ], powers: [1062, 1552])),
      Row(
        "naive", .extreme, cases: 1934,
        CostModel(
          sizes: 12...3891,
          lines: [
            QuantileLine(intercept: 301, slope: 1434),
            QuantileLine(intercept: -2015, slope: 1210),
            QuantileLine(intercept: -109, slope: 424),
            QuantileLine(intercept: -4845, slope: 1646),
            QuantileLine(intercept: -298, slope: 1007),
          ], powers: [1255, 1461])),
      Row(
        "naive", .idiomatic, cases: 7212,
        CostModel(
          sizes: 51...1337,
          lines: [
            QuantileLine(intercept: -1381, slope: 1672),
            QuantileLine(intercept: -3651, slope: 1296),
            QuantileLine(intercept: -1334, slope: 587),
            QuantileLine(intercept: -9091, slope: 2252),
            QuantileLine(intercept: -419, slope: 1022),
          ], powers: [1479, 1480])),
    ])
}
