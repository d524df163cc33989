// SPDX-License-Identifier: MIT

import BenchmarkKit

// Written by `layoutfuzz costs fit --seed 1000003 --cases 8000`; not to be changed by hand.

extension CostTable {
  /// What the work of the built-in strategies comes to.
  package static let stored = CostTable(
    seed: 1000003, cases: 8000,
    rows: [
      Row(
        "simplex", nil, cases: 8000,
        CostEnvelope(
          sizes: 12...4292,
          lines: [
            QuantileLine(intercept: 2077, slope: 1424),
            QuantileLine(intercept: -200, slope: 874),
            QuantileLine(intercept: -584, slope: 830),
            QuantileLine(intercept: -1796, slope: 1241),
            QuantileLine(intercept: -2650, slope: 1391),
          ], powers: [2187, 1599])),
      Row(
        "simplex", .wellFormed, cases: 1977,
        CostEnvelope(
          sizes: 12...4252,
          lines: [
            QuantileLine(intercept: 677, slope: 1238),
            QuantileLine(intercept: -667, slope: 834),
            QuantileLine(intercept: -2832, slope: 790),
            QuantileLine(intercept: -1808, slope: 963),
            QuantileLine(intercept: -1007, slope: 993),
          ], powers: [1135, 1307])),
      Row(
        "simplex", .ambiguous, cases: 969,
        CostEnvelope(
          sizes: 27...4029,
          lines: [
            QuantileLine(intercept: 158, slope: 1302),
            QuantileLine(intercept: -1313, slope: 888),
            QuantileLine(intercept: -2841, slope: 801),
            QuantileLine(intercept: -2324, slope: 1027),
            QuantileLine(intercept: -1069, slope: 1001),
          ], powers: [1148, 1343])),
      Row(
        "simplex", .conflicting, cases: 962,
        CostEnvelope(
          sizes: 22...4292,
          lines: [
            QuantileLine(intercept: 2618, slope: 1393),
            QuantileLine(intercept: 485, slope: 814),
            QuantileLine(intercept: 899, slope: 696),
            QuantileLine(intercept: -820, slope: 1148),
            QuantileLine(intercept: -2807, slope: 1453),
          ], powers: [2206, 1789])),
      Row(
        "simplex", .competing, cases: 1502,
        CostEnvelope(
          sizes: 12...4135,
          lines: [
            QuantileLine(intercept: -899, slope: 1553),
            QuantileLine(intercept: -603, slope: 816),
            QuantileLine(intercept: -3099, slope: 893),
            QuantileLine(intercept: -2881, slope: 1042),
            QuantileLine(intercept: -950, slope: 927),
          ], powers: [1143, 1422])),
      Row(
        "simplex", .degenerate, cases: 801,
        CostEnvelope(
          sizes: 12...4158,
          lines: [
            QuantileLine(intercept: 630, slope: 1241),
            QuantileLine(intercept: -614, slope: 819),
            QuantileLine(intercept: -2692, slope: 751),
            QuantileLine(intercept: -579, slope: 853),
            QuantileLine(intercept: -702, slope: 964),
          ], powers: [1123, 1394])),
      Row(
        "simplex", .extreme, cases: 373,
        CostEnvelope(
          sizes: 12...3876,
          lines: [
            QuantileLine(intercept: -1898, slope: 1823),
            QuantileLine(intercept: -1044, slope: 939),
            QuantileLine(intercept: -4134, slope: 1188),
            QuantileLine(intercept: -3484, slope: 1303),
            QuantileLine(intercept: -2141, slope: 1245),
          ], powers: [1593, 1400])),
      Row(
        "simplex", .idiomatic, cases: 1416,
        CostEnvelope(
          sizes: 51...1149,
          lines: [
            QuantileLine(intercept: 1140, slope: 1587),
            QuantileLine(intercept: -1790, slope: 1136),
            QuantileLine(intercept: -1810, slope: 1117),
            QuantileLine(intercept: -3539, slope: 1542),
            QuantileLine(intercept: -2932, slope: 1432),
          ], powers: [2225, 1711])),
      Row(
        "relaxation", nil, cases: 8000,
        CostEnvelope(
          sizes: 12...4292,
          lines: [
            QuantileLine(intercept: 3391, slope: 1322),
            QuantileLine(intercept: -1625, slope: 1101),
            QuantileLine(intercept: 6325, slope: 148),
            QuantileLine(intercept: 2830, slope: 1062),
            QuantileLine(intercept: -278, slope: 1001),
          ], powers: [1245, 1481])),
      Row(
        "relaxation", .wellFormed, cases: 1977,
        CostEnvelope(
          sizes: 12...4252,
          lines: [
            QuantileLine(intercept: 3275, slope: 1237),
            QuantileLine(intercept: -743, slope: 855),
            QuantileLine(intercept: 4512, slope: 378),
            QuantileLine(intercept: 1373, slope: 1133),
            QuantileLine(intercept: -477, slope: 1028),
          ], powers: [1099, 1273])),
      Row(
        "relaxation", .ambiguous, cases: 969,
        CostEnvelope(
          sizes: 27...4029,
          lines: [
            QuantileLine(intercept: 3538, slope: 1227),
            QuantileLine(intercept: -1591, slope: 955),
            QuantileLine(intercept: 5792, slope: 209),
            QuantileLine(intercept: 1965, slope: 1085),
            QuantileLine(intercept: -284, slope: 1002),
          ], powers: [1251, 1301])),
      Row(
        "relaxation", .conflicting, cases: 962,
        CostEnvelope(
          sizes: 22...4292,
          lines: [
            QuantileLine(intercept: 6486, slope: 846),
            QuantileLine(intercept: -980, slope: 853),
            QuantileLine(intercept: 5128, slope: 268),
            QuantileLine(intercept: 4701, slope: 751),
            QuantileLine(intercept: -459, slope: 1018),
          ], powers: [1201, 1497])),
      Row(
        "relaxation", .competing, cases: 1502,
        CostEnvelope(
          sizes: 12...4135,
          lines: [
            QuantileLine(intercept: 3332, slope: 1368),
            QuantileLine(intercept: -2094, slope: 1232),
            QuantileLine(intercept: 7335, slope: 23),
            QuantileLine(intercept: 3010, slope: 1082),
            QuantileLine(intercept: -681, slope: 1041),
          ], powers: [1196, 1508])),
      Row(
        "relaxation", .degenerate, cases: 801,
        CostEnvelope(
          sizes: 12...4158,
          lines: [
            QuantileLine(intercept: 1151, slope: 1486),
            QuantileLine(intercept: -868, slope: 890),
            QuantileLine(intercept: 2887, slope: 570),
            QuantileLine(intercept: -210, slope: 1325),
            QuantileLine(intercept: -351, slope: 1011),
          ], powers: [1307, 1193])),
      Row(
        "relaxation", .extreme, cases: 373,
        CostEnvelope(
          sizes: 12...3876,
          lines: [
            QuantileLine(intercept: 3181, slope: 1230),
            QuantileLine(intercept: -1044, slope: 939),
            QuantileLine(intercept: 4609, slope: 345),
            QuantileLine(intercept: 1195, slope: 1169),
            QuantileLine(intercept: -397, slope: 1012),
          ], powers: [1095, 1141])),
      Row(
        "relaxation", .idiomatic, cases: 1416,
        CostEnvelope(
          sizes: 51...1149,
          lines: [
            QuantileLine(intercept: -2175, slope: 1943),
            QuantileLine(intercept: -2061, slope: 1006),
            QuantileLine(intercept: 3407, slope: 482),
            QuantileLine(intercept: -3582, slope: 1797),
            QuantileLine(intercept: -251, slope: 997),
          ], powers: [1247, 1372])),
      Row(
        "naive", nil, cases: 8000,
        CostEnvelope(
          sizes: 12...4292,
          lines: [
            QuantileLine(intercept: 779, slope: 1373),
            QuantileLine(intercept: -2033, slope: 1215),
            QuantileLine(intercept: 904, slope: 295),
            QuantileLine(intercept: -4129, slope: 1592),
            QuantileLine(intercept: -286, slope: 1002),
          ], powers: [1092, 1067])),
      Row(
        "naive", .wellFormed, cases: 1977,
        CostEnvelope(
          sizes: 12...4252,
          lines: [
            QuantileLine(intercept: 180, slope: 1418),
            QuantileLine(intercept: -1617, slope: 1099),
            QuantileLine(intercept: -94, slope: 396),
            QuantileLine(intercept: -4950, slope: 1599),
            QuantileLine(intercept: -477, slope: 1028),
          ], powers: [1043, 1057])),
      Row(
        "naive", .ambiguous, cases: 969,
        CostEnvelope(
          sizes: 27...4029,
          lines: [
            QuantileLine(intercept: 7, slope: 1452),
            QuantileLine(intercept: -3010, slope: 1264),
            QuantileLine(intercept: 55, slope: 386),
            QuantileLine(intercept: -6170, slope: 1780),
            QuantileLine(intercept: -284, slope: 1002),
          ], powers: [1045, 1067])),
      Row(
        "naive", .conflicting, cases: 962,
        CostEnvelope(
          sizes: 22...4292,
          lines: [
            QuantileLine(intercept: 6425, slope: 903),
            QuantileLine(intercept: -2461, slope: 1339),
            QuantileLine(intercept: 5492, slope: 0),
            QuantileLine(intercept: -3789, slope: 1532),
            QuantileLine(intercept: -467, slope: 1019),
          ], powers: [1170, 1060])),
      Row(
        "naive", .competing, cases: 1502,
        CostEnvelope(
          sizes: 12...4135,
          lines: [
            QuantileLine(intercept: 382, slope: 1444),
            QuantileLine(intercept: -2170, slope: 1253),
            QuantileLine(intercept: 427, slope: 361),
            QuantileLine(intercept: -3767, slope: 1597),
            QuantileLine(intercept: -654, slope: 1036),
          ], powers: [1083, 1069])),
      Row(
        "naive", .degenerate, cases: 801,
        CostEnvelope(
          sizes: 12...4158,
          lines: [
            QuantileLine(intercept: 271, slope: 1372),
            QuantileLine(intercept: -1323, slope: 1017),
            QuantileLine(intercept: -417, slope: 397),
            QuantileLine(intercept: -3434, slope: 1369),
            QuantileLine(intercept: -351, slope: 1011),
          ], powers: [1030, 1545])),
      Row(
        "naive", .extreme, cases: 373,
        CostEnvelope(
          sizes: 12...3876,
          lines: [
            QuantileLine(intercept: -120, slope: 1476),
            QuantileLine(intercept: -1614, slope: 1098),
            QuantileLine(intercept: -314, slope: 447),
            QuantileLine(intercept: -5894, slope: 1728),
            QuantileLine(intercept: -383, slope: 1010),
          ], powers: [1138, 1050])),
      Row(
        "naive", .idiomatic, cases: 1416,
        CostEnvelope(
          sizes: 51...1149,
          lines: [
            QuantileLine(intercept: 413, slope: 1384),
            QuantileLine(intercept: -2972, slope: 1165),
            QuantileLine(intercept: 167, slope: 346),
            QuantileLine(intercept: -6786, slope: 1835),
            QuantileLine(intercept: -251, slope: 997),
          ], powers: [1055, 1060])),
    ])
}
