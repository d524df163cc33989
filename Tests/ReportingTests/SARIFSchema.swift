// SPDX-License-Identifier: MIT

/// The part of the JSON Schema of SARIF 2.1.0 that the reports of the tools use.
///
/// A property that is missing here may still be one of the format: add it with its definition.
///
/// Reference: OASIS, Static Analysis Results Interchange Format 2.1.0, sarif-schema-2.1.0.json.
enum SARIFSchema {
  static let text = """
    {
      "type": "object", "additionalProperties": false, "required": ["version", "runs"],
      "properties": {
        "$schema": {"type": "string"},
        "version": {"enum": ["2.1.0"]},
        "runs": {"type": "array", "items": {"$ref": "#/$defs/run"}}
      },
      "$defs": {
        "run": {
          "type": "object", "additionalProperties": false, "required": ["tool"],
          "properties": {
            "tool": {
              "type": "object", "additionalProperties": false, "required": ["driver"],
              "properties": {"driver": {"$ref": "#/$defs/toolComponent"}}
            },
            "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            "invocations": {"type": "array", "items": {"$ref": "#/$defs/invocation"}},
            "results": {"type": "array", "items": {"$ref": "#/$defs/result"}}
          }
        },
        "toolComponent": {
          "type": "object", "additionalProperties": false, "required": ["name"],
          "properties": {
            "name": {"type": "string"}, "version": {"type": "string"},
            "rules": {"type": "array", "items": {"$ref": "#/$defs/reportingDescriptor"}}
          }
        },
        "reportingDescriptor": {
          "type": "object", "additionalProperties": false, "required": ["id"],
          "properties": {
            "id": {"type": "string"},
            "shortDescription": {"$ref": "#/$defs/message"},
            "defaultConfiguration": {
              "type": "object", "additionalProperties": false,
              "properties": {"level": {"$ref": "#/$defs/level"}}
            }
          }
        },
        "message": {
          "type": "object", "additionalProperties": false, "required": ["text"],
          "properties": {"text": {"type": "string"}}
        },
        "level": {"enum": ["none", "note", "warning", "error"]},
        "invocation": {
          "type": "object", "additionalProperties": false, "required": ["executionSuccessful"],
          "properties": {
            "executionSuccessful": {"type": "boolean"},
            "toolExecutionNotifications": {
              "type": "array", "items": {"$ref": "#/$defs/notification"}
            }
          }
        },
        "notification": {
          "type": "object", "additionalProperties": false, "required": ["message"],
          "properties": {
            "descriptor": {
              "type": "object", "additionalProperties": false, "required": ["id"],
              "properties": {"id": {"type": "string"}}
            },
            "level": {"$ref": "#/$defs/level"},
            "message": {"$ref": "#/$defs/message"},
            "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}}
          }
        },
        "result": {
          "type": "object", "additionalProperties": false, "required": ["message"],
          "properties": {
            "ruleId": {"type": "string"},
            "ruleIndex": {"type": "integer", "minimum": 0},
            "level": {"$ref": "#/$defs/level"},
            "message": {"$ref": "#/$defs/message"},
            "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
            "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
            "baselineState": {"enum": ["new", "unchanged", "updated", "absent"]},
            "suppressions": {"type": "array", "items": {
              "type": "object", "additionalProperties": false, "required": ["kind"],
              "properties": {
                "kind": {"enum": ["inSource", "external"]}, "justification": {"type": "string"}
              }
            }},
            "properties": {"type": "object"}
          }
        },
        "location": {
          "type": "object", "additionalProperties": false,
          "properties": {
            "physicalLocation": {
              "type": "object", "additionalProperties": false, "required": ["artifactLocation"],
              "properties": {
                "artifactLocation": {
                  "type": "object", "additionalProperties": false, "required": ["uri"],
                  "properties": {"uri": {"type": "string"}}
                },
                "region": {
                  "type": "object", "additionalProperties": false, "required": ["startLine"],
                  "properties": {
                    "startLine": {"type": "integer", "minimum": 1},
                    "startColumn": {"type": "integer", "minimum": 1}
                  }
                }
              }
            }
          }
        }
      }
    }

    """
}
