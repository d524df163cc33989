// SPDX-License-Identifier: MIT

/// The format of `JSONReport` as a JSON Schema, version by version.
///
/// It uses only these keywords of JSON Schema: `type`, `const`, `enum`, `required`, `properties`,
/// `additionalProperties`, `items`, `minimum`, `minItems`, `maxItems`, `oneOf` and `$ref` to
/// `#/$defs`.
package enum ReportSchema {
  /// The schema of version 1.
  package static let text = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A report of layoutfuzz, version 1",
      "description": "Frames are [x, y, width, height] in points, in the superview. Numbers that are not finite are texts.",
      "type": "object",
      "additionalProperties": false,
      "required": ["layoutfuzzReport", "toolVersion", "verdict", "runs", "problems", "findings"],
      "properties": {
        "layoutfuzzReport": {"const": 1},
        "toolVersion": {"type": "string"},
        "verdict": {"type": "string", "description": "All in one sentence."},
        "runs": {"type": "array", "items": {"$ref": "#/$defs/run"}},
        "problems": {"type": "array", "items": {"$ref": "#/$defs/problem"}},
        "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}}
      },
      "$defs": {
        "count": {"type": "integer", "minimum": 0},
        "optionalText": {"type": ["string", "null"]},
        "number": {"type": ["number", "string"]},
        "optionalNumber": {"type": ["number", "string", "null"]},
        "run": {
          "type": "object", "additionalProperties": false, "required": ["folder", "campaign"],
          "properties": {
            "folder": {"type": "string"},
            "campaign": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/campaign"}]}
          }
        },
        "campaign": {
          "description": "The content of campaign.json.",
          "type": "object", "additionalProperties": false,
          "required": ["layoutfuzzCampaign", "toolVersion", "seed", "cases", "digest", "nanoseconds", "profiles",
            "strategies", "laws", "discards", "undecided", "findings", "health", "warnings", "canary", "internalErrors"],
          "properties": {
            "layoutfuzzCampaign": {"const": 1},
            "toolVersion": {"type": "string"},
            "seed": {"$ref": "#/$defs/count"},
            "cases": {"$ref": "#/$defs/count"},
            "digest": {"type": "string"},
            "nanoseconds": {"$ref": "#/$defs/count"},
            "profiles": {"$ref": "#/$defs/counts"},
            "strategies": {"type": "array", "items": {"$ref": "#/$defs/row"}},
            "laws": {"type": "array", "items": {"$ref": "#/$defs/row"}},
            "discards": {"$ref": "#/$defs/count"},
            "undecided": {"$ref": "#/$defs/count"},
            "findings": {"type": "array", "items": {
              "type": "object", "additionalProperties": false, "required": ["signature", "cases", "firstCase"],
              "properties": {
                "signature": {"type": "string"},
                "cases": {"$ref": "#/$defs/count"},
                "firstCase": {"$ref": "#/$defs/count"},
                "inBucket": {"$ref": "#/$defs/count"},
                "examined": {"$ref": "#/$defs/count"},
                "folders": {"type": "array", "items": {"type": "string"}}
              }
            }},
            "health": {"type": "array", "items": {"$ref": "#/$defs/row"}},
            "warnings": {"type": "array", "items": {"type": "string"}},
            "withoutVerdict": {"type": "array", "items": {"type": "string"},
              "description": "The strategies and programs of which no answer has a verdict; missing where there are none."},
            "canary": {"oneOf": [{"type": "null"}, {
              "type": "object", "additionalProperties": false, "required": ["name", "cases", "caught"],
              "properties": {
                "name": {"type": "string"}, "cases": {"$ref": "#/$defs/count"}, "caught": {"type": "boolean"}
              }
            }]},
            "internalErrors": {"type": "array", "items": {
              "type": "object", "additionalProperties": false, "required": ["case", "message", "path"],
              "properties": {
                "case": {"$ref": "#/$defs/count"}, "message": {"type": "string"},
                "path": {"$ref": "#/$defs/optionalText"}
              }
            }}
          }
        },
        "counts": {"type": "object", "additionalProperties": {"$ref": "#/$defs/count"}},
        "row": {
          "type": "object", "additionalProperties": false, "required": ["name", "counts"],
          "properties": {"name": {"type": "string"}, "counts": {"$ref": "#/$defs/counts"}}
        },
        "problem": {
          "type": "object", "additionalProperties": false, "required": ["kind", "message", "path"],
          "properties": {
            "kind": {"enum": ["internalError", "missedCanary", "unreadable", "unfinished"]},
            "message": {"type": "string"},
            "path": {"$ref": "#/$defs/optionalText"}
          }
        },
        "size": {"type": "array", "items": {
          "type": "object", "additionalProperties": false, "required": ["count", "noun"],
          "properties": {"count": {"$ref": "#/$defs/count"}, "noun": {"type": "string"}}
        }},
        "rate": {
          "description": "How often the smallest case fails, with a 95 % interval of the probability.",
          "type": "object", "additionalProperties": false, "required": ["failures", "runs", "interval"],
          "properties": {
            "failures": {"$ref": "#/$defs/count"}, "runs": {"$ref": "#/$defs/count"},
            "interval": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}}
          }
        },
        "night": {
          "type": "object", "additionalProperties": false, "required": ["night", "date", "commit"],
          "properties": {
            "night": {"$ref": "#/$defs/count"}, "date": {"type": "string"},
            "commit": {"$ref": "#/$defs/optionalText"}
          }
        },
        "finding": {
          "type": "object", "additionalProperties": false,
          "required": ["signature", "subject", "verdict", "sentence", "summary", "folder", "caseFile", "occurrences",
            "origin", "original", "minimized", "minimization", "toolVersion", "replay", "hasCertificate", "layout",
            "text", "inBucket", "examined", "since", "script"],
          "properties": {
            "signature": {"type": "string", "description": "The bucket."},
            "subject": {"type": "string", "description": "The strategy, the stage of a law, or the program."},
            "verdict": {"type": "string"},
            "sentence": {"type": "string"},
            "summary": {"type": "string"},
            "folder": {"type": "string"},
            "caseFile": {"type": "string"},
            "isEarlier": {"type": "boolean", "description": "Whether an earlier campaign in the folder found it, and not the one on record."},
            "standardError": {"type": "string", "description": "The last lines of the process that the case ends, if it wrote any."},
            "rate": {"$ref": "#/$defs/rate"},
            "occurrences": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/count"}]},
            "script": {"oneOf": [{"type": "null"}, {
              "type": "object", "additionalProperties": false, "required": ["steps", "values", "isUnique"],
              "properties": {
                "steps": {"type": "array", "items": {
                  "type": "object", "additionalProperties": false,
                  "required": ["operation", "expected", "got", "isWrong", "isRefused"],
                  "properties": {
                    "operation": {"type": "string"}, "expected": {"type": "string"},
                    "got": {"type": "string"}, "isWrong": {"type": "boolean"},
                    "isRefused": {"type": "boolean", "description": "Whether a right solver refuses the step."}
                  }
                }},
                "values": {"type": "array", "items": {
                  "type": "object", "additionalProperties": false,
                  "required": ["name", "expected", "got", "differs"],
                  "properties": {
                    "name": {"type": "string"}, "expected": {"type": "string"},
                    "got": {"type": "string"}, "differs": {"type": "boolean"}
                  }
                }},
                "isUnique": {"type": "boolean"}
              }
            }]},
            "inBucket": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/count"}]},
            "examined": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/count"}]},
            "since": {"oneOf": [{"type": "null"}, {
              "type": "object", "additionalProperties": false,
              "required": ["first", "last", "nights", "cases", "state"],
              "properties": {
                "first": {"$ref": "#/$defs/night"}, "last": {"$ref": "#/$defs/night"},
                "nights": {"$ref": "#/$defs/count"}, "cases": {"$ref": "#/$defs/count"},
                "state": {"enum": ["open", "fixed", "reopened", "known", "moved"]}
              }
            }]},
            "origin": {"oneOf": [{"type": "null"}, {
              "type": "object", "additionalProperties": false, "required": ["seed", "case", "profile"],
              "properties": {
                "seed": {"type": "string"}, "case": {"$ref": "#/$defs/count"},
                "profile": {"$ref": "#/$defs/optionalText"}
              }
            }]},
            "original": {"$ref": "#/$defs/size"},
            "minimized": {"$ref": "#/$defs/size"},
            "minimization": {
              "type": "object", "additionalProperties": false,
              "required": ["calls", "steps", "end", "indifferent"],
              "properties": {
                "calls": {"$ref": "#/$defs/count"}, "steps": {"$ref": "#/$defs/count"}, "end": {"type": "string"},
                "indifferent": {"type": "array", "items": {"type": "string"},
                  "description": "Places whose numbers do not matter, as 'the constant of c1'."},
                "explanationIsCut": {"type": "boolean",
                  "description": "Whether there was no time to find out which numbers matter."}
              }
            },
            "toolVersion": {"type": "string"},
            "replay": {"type": "string"},
            "hasCertificate": {"type": "boolean"},
            "layout": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/layout"}]},
            "text": {"$ref": "#/$defs/optionalText"}
          }
        },
        "layout": {
          "type": "object", "additionalProperties": false,
          "required": ["views", "isUnique", "answers", "constraints", "levels", "claimedConflict", "proofs", "notes"],
          "properties": {
            "views": {"type": "array", "items": {
              "type": "object", "additionalProperties": false, "required": ["id", "kind"],
              "properties": {"id": {"type": "string"}, "kind": {"type": "string"}}
            }},
            "isUnique": {"type": "boolean"},
            "answers": {"type": "array", "items": {"$ref": "#/$defs/answer"}},
            "constraints": {"type": "array", "items": {"$ref": "#/$defs/constraint"}},
            "levels": {"type": "array", "items": {
              "type": "object", "additionalProperties": false, "required": ["priority", "exact", "values"],
              "properties": {
                "priority": {"$ref": "#/$defs/number"},
                "exact": {"$ref": "#/$defs/optionalText"},
                "values": {"type": "array", "items": {"$ref": "#/$defs/optionalNumber"}}
              }
            }},
            "claimedConflict": {"type": "array", "items": {"type": "string"}},
            "proofs": {"type": "array", "items": {"type": "string"}},
            "notes": {"type": "array", "items": {"type": "string"}}
          }
        },
        "answer": {
          "type": "object", "additionalProperties": false,
          "required": ["name", "role", "answer", "verdict", "frames"],
          "properties": {
            "name": {"type": "string"},
            "role": {"enum": ["exact", "accused", "other"]},
            "answer": {"type": "string"},
            "verdict": {"type": "string"},
            "frames": {"oneOf": [{"type": "null"}, {"type": "array", "items": {"$ref": "#/$defs/frame"}}]}
          }
        },
        "frame": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"$ref": "#/$defs/number"}},
        "constraint": {
          "type": "object", "additionalProperties": false,
          "required": ["id", "text", "priority", "isInConflict", "violation"],
          "properties": {
            "id": {"type": "string"},
            "text": {"type": "string"},
            "priority": {"$ref": "#/$defs/number"},
            "isInConflict": {"type": "boolean"},
            "violation": {"$ref": "#/$defs/optionalNumber"}
          }
        }
      }
    }

    """
}
