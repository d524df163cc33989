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
          sizes: 12...4238,
          lines: [
            QuantileLine(intercept: 2014, slope: 1434),
            QuantileLine(intercept: -215, slope: 877),
            QuantileLine(intercept: -622, slope: 836),
            QuantileLine(intercept: -1786, slope: 1239),
            QuantileLine(intercept: -2650, slope: 1391),
          ], powers: [2189, 1616])),
      Row(
        "simplex", .wellFormed, cases: 1977,
        CostEnvelope(
          sizes: 12...4238,
          lines: [
            QuantileLine(intercept: 672, slope: 1239),
            QuantileLine(intercept: -667, slope: 834),
            QuantileLine(intercept: -2832, slope: 790),
            QuantileLine(intercept: -1803, slope: 962),
            QuantileLine(intercept: -1007, slope: 993),
          ], powers: [1135, 1310])),
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
          sizes: 22...4163,
          lines: [
            QuantileLine(intercept: 2549, slope: 1405),
            QuantileLine(intercept: 340, slope: 835),
            QuantileLine(intercept: 397, slope: 755),
            QuantileLine(intercept: -978, slope: 1175),
            QuantileLine(intercept: -2940, slope: 1480),
          ], powers: [2222, 1787])),
      Row(
        "simplex", .competing, cases: 1502,
        CostEnvelope(
          sizes: 12...3922,
          lines: [
            QuantileLine(intercept: -647, slope: 1516),
            QuantileLine(intercept: -578, slope: 809),
            QuantileLine(intercept: -3033, slope: 883),
            QuantileLine(intercept: -2972, slope: 1033),
            QuantileLine(intercept: -983, slope: 933),
          ], powers: [1137, 1390])),
      Row(
        "simplex", .degenerate, cases: 801,
        CostEnvelope(
          sizes: 12...4192,
          lines: [
            QuantileLine(intercept: 630, slope: 1241),
            QuantileLine(intercept: -614, slope: 819),
            QuantileLine(intercept: -2692, slope: 751),
            QuantileLine(intercept: -579, slope: 853),
            QuantileLine(intercept: -702, slope: 964),
          ], powers: [1123, 1463])),
      Row(
        "simplex", .extreme, cases: 373,
        CostEnvelope(
          sizes: 12...3853,
          lines: [
            QuantileLine(intercept: -1898, slope: 1823),
            QuantileLine(intercept: -1033, slope: 936),
            QuantileLine(intercept: -4134, slope: 1188),
            QuantileLine(intercept: -3398, slope: 1288),
            QuantileLine(intercept: -2116, slope: 1238),
          ], powers: [1594, 1400])),
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
          sizes: 12...4238,
          lines: [
            QuantileLine(intercept: 3514, slope: 1310),
            QuantileLine(intercept: -1589, slope: 1091),
            QuantileLine(intercept: 6495, slope: 127),
            QuantileLine(intercept: 2879, slope: 1057),
            QuantileLine(intercept: -278, slope: 1001),
          ], powers: [1245, 1473])),
      Row(
        "relaxation", .wellFormed, cases: 1977,
        CostEnvelope(
          sizes: 12...4238,
          lines: [
            QuantileLine(intercept: 3275, slope: 1237),
            QuantileLine(intercept: -746, slope: 856),
            QuantileLine(intercept: 4520, slope: 377),
            QuantileLine(intercept: 1959, slope: 1064),
            QuantileLine(intercept: -491, slope: 1030),
          ], powers: [1098, 1263])),
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
          sizes: 22...4163,
          lines: [
            QuantileLine(intercept: 6243, slope: 887),
            QuantileLine(intercept: -1033, slope: 862),
            QuantileLine(intercept: 5074, slope: 280),
            QuantileLine(intercept: 4269, slope: 808),
            QuantileLine(intercept: -459, slope: 1018),
          ], powers: [1242, 1473])),
      Row(
        "relaxation", .competing, cases: 1502,
        CostEnvelope(
          sizes: 12...3922,
          lines: [
            QuantileLine(intercept: 3465, slope: 1347),
            QuantileLine(intercept: -2048, slope: 1219),
            QuantileLine(intercept: 7218, slope: 37),
            QuantileLine(intercept: 3194, slope: 1066),
            QuantileLine(intercept: -681, slope: 1041),
          ], powers: [1176, 1503])),
      Row(
        "relaxation", .degenerate, cases: 801,
        CostEnvelope(
          sizes: 12...4192,
          lines: [
            QuantileLine(intercept: 1539, slope: 1436),
            QuantileLine(intercept: -811, slope: 874),
            QuantileLine(intercept: 3421, slope: 507),
            QuantileLine(intercept: -215, slope: 1334),
            QuantileLine(intercept: -351, slope: 1011),
          ], powers: [1307, 1239])),
      Row(
        "relaxation", .extreme, cases: 373,
        CostEnvelope(
          sizes: 12...3853,
          lines: [
            QuantileLine(intercept: 3181, slope: 1230),
            QuantileLine(intercept: -1148, slope: 968),
            QuantileLine(intercept: 4609, slope: 345),
            QuantileLine(intercept: 1195, slope: 1169),
            QuantileLine(intercept: -397, slope: 1012),
          ], powers: [1163, 1286])),
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
          sizes: 12...4238,
          lines: [
            QuantileLine(intercept: 818, slope: 1372),
            QuantileLine(intercept: -2030, slope: 1214),
            QuantileLine(intercept: 866, slope: 303),
            QuantileLine(intercept: -4129, slope: 1596),
            QuantileLine(intercept: -286, slope: 1002),
          ], powers: [1092, 1065])),
      Row(
        "naive", .wellFormed, cases: 1977,
        CostEnvelope(
          sizes: 12...4238,
          lines: [
            QuantileLine(intercept: 226, slope: 1411),
            QuantileLine(intercept: -1603, slope: 1095),
            QuantileLine(intercept: -15, slope: 386),
            QuantileLine(intercept: -4946, slope: 1598),
            QuantileLine(intercept: -491, slope: 1030),
          ], powers: [1042, 1057])),
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
          sizes: 22...4163,
          lines: [
            QuantileLine(intercept: 6424, slope: 903),
            QuantileLine(intercept: -1415, slope: 1231),
            QuantileLine(intercept: 5427, slope: 0),
            QuantileLine(intercept: -4737, slope: 1724),
            QuantileLine(intercept: -467, slope: 1019),
          ], powers: [1220, 1051])),
      Row(
        "naive", .competing, cases: 1502,
        CostEnvelope(
          sizes: 12...3922,
          lines: [
            QuantileLine(intercept: 369, slope: 1447),
            QuantileLine(intercept: -2177, slope: 1255),
            QuantileLine(intercept: 492, slope: 354),
            QuantileLine(intercept: -3836, slope: 1617),
            QuantileLine(intercept: -655, slope: 1036),
          ], powers: [1083, 1069])),
      Row(
        "naive", .degenerate, cases: 801,
        CostEnvelope(
          sizes: 12...4192,
          lines: [
            QuantileLine(intercept: 255, slope: 1375),
            QuantileLine(intercept: -1395, slope: 1037),
            QuantileLine(intercept: -437, slope: 401),
            QuantileLine(intercept: -3229, slope: 1350),
            QuantileLine(intercept: -351, slope: 1011),
          ], powers: [1034, 1509])),
      Row(
        "naive", .extreme, cases: 373,
        CostEnvelope(
          sizes: 12...3853,
          lines: [
            QuantileLine(intercept: -120, slope: 1476),
            QuantileLine(intercept: -1772, slope: 1142),
            QuantileLine(intercept: -314, slope: 447),
            QuantileLine(intercept: -5894, slope: 1728),
            QuantileLine(intercept: -383, slope: 1010),
          ], powers: [1140, 1052])),
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
