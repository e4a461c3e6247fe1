import { describe, expect, test } from 'vitest'
import { checkRedactRules } from '../../../src/cli/redaction/check-redact-rules.ts'
import { findJsonPosition } from '../../../src/lib/json/json-fault.ts'

test('a file of rules', () => {
  const text = `\ufeff{
    "rules": [
      { "literal": "Falcon", "replacement": "Project X" },
      { "literal": "acme", "ignoreCase": true },
      { "pattern": "TICKET-\\\\d+" }
    ],
    "allow": ["mia@example.org", { "pattern": "ACME-Corp" }]
  }`
  const checked = checkRedactRules(text, 'rules.json')
  if (!checked.ok) throw new Error(checked.problem.message)
  const sample = 'Falcon, Acme, TICKET-12'
  expect(
    checked.value
      .find(sample)
      .map(({ start, end, replacement }) => [sample.slice(start, end), replacement()]),
  ).toEqual([
    ['Falcon', 'Project X'],
    ['Acme', 'xxxxxxxx'],
    ['TICKET-12', 'xxxxxxxxx'],
  ])
  expect(checked.value.allowed('by mia@example.org')).toEqual([{ start: 3, end: 18 }])
})

test('an empty one', () => {
  expect(checkRedactRules('{}', 'rules.json').ok).toBe(true)
})

describe('errors name line and column', () => {
  test.each([
    ['{"rules": [}', 'rules.json:1:12 is not JSON: a value was expected'],
    ['[]', 'rules.json:1:1 does not hold rules'],
    [
      `{"rules":\n${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      'rules.json:2:128 is nested too deeply: 128 levels are read',
    ],
    ['{\n  "rule": []\n}', 'rules.json:2:11: “rule” is not a known key'],
    ['{\n  "rules": {}\n}', 'rules.json:2:12: a list is expected'],
    ['{"rules": [\n  "Falcon"\n]}', 'rules.json:2:3: an object with "literal" or "pattern" is expected'],
    ['{"rules": [\n  {"literal": 5}\n]}', 'rules.json:2:15: a text is expected'],
    [
      '{"rules": [\n  {"literal": "x", "replacment": ""}\n]}',
      'rules.json:2:34: “replacment” is not a known key',
    ],
    [
      '{"rules": [{"literal": "x"},\n  {"literal": "x", "ignoreCase": 1}]}',
      'rules.json:2:34: true or false is expected',
    ],
    ['{"allow": [7]}', 'rules.json:1:12: a text, or an object with "literal" or "pattern" is expected'],
    [
      '{"rules": [\n  {"literal": "x"},\n  {"pattern": "(a"}\n]}',
      'rules.json:3:15: a regular expression is expected, as JavaScript reads it',
    ],
    [
      '{"rules": [\n  {"literal": "a", "replacement": "an a"}\n]}',
      'rules.json:2:35: rule 1 matches this replacement',
    ],
    ['{"allow": [""]}', 'rules.json:1:12: the text to find is empty'],
  ])('%.40s', (text, message) => {
    const checked = checkRedactRules(text, 'rules.json')
    expect(checked.ok ? null : checked.problem.message).toBe(message)
  })

  test('a misspelled key is named', () => {
    const checked = checkRedactRules('{"alow": []}', 'rules.json')
    expect(checked.ok ? null : checked.problem.hint).toBe('Did you mean “allow”?')
  })
})

test('the place of a value in JSON', () => {
  const text = '{\n "a\\"b": [1, "]", {"c": [ ]}],\n "d": {"e": null}\n}'
  expect(findJsonPosition(text, [])).toEqual({ line: 1, column: 1 })
  expect(findJsonPosition(text, ['a"b', 1])).toEqual({ line: 2, column: 14 })
  expect(findJsonPosition(text, ['a"b', 2, 'c'])).toEqual({ line: 2, column: 25 })
  expect(findJsonPosition(text, ['d', 'e'])).toEqual({ line: 3, column: 13 })
  expect(findJsonPosition(text, ['d', 'x'])).toEqual({ line: 3, column: 7 })
  expect(findJsonPosition(text, ['x', 'y'])).toEqual({ line: 1, column: 1 })
})
