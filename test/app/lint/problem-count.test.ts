import { expect, test } from 'vitest'
import { observed, recordedLines, recordedRecords, recordingNames } from '../../recordings/read-recording.ts'
import { fromAgent, lintLines, plan, trace, update } from './lint-lines.ts'

const badEntry = update({ sessionUpdate: 'plan', entries: [{ content: 3 }] })
const proposal = (text: string): string =>
  update({
    sessionUpdate: 'agent_message_chunk',
    messageId: text,
    content: { type: 'text', text: `<proposed_plan>\n# ${text}\n</proposed_plan>` },
  })
const batch = JSON.stringify([
  { jsonrpc: '2.0', method: 'a' },
  { jsonrpc: '2.0', method: 'b' },
])
const drawn = Array.from({ length: 239 }, (_, at) => fromAgent(`\u001b[${at + 1};1Hframe ${at}`))

test.each<[string, readonly string[], number]>([
  ['good plans', [plan('pending One')], 0],
  ['one line among good ones', [plan('pending One'), fromAgent('here'), plan('completed One')], 1],
  ['a banner', [fromAgent('Welcome'), fromAgent('to'), fromAgent('me'), plan('pending One')], 1],
  ['a program for terminals', drawn, 1],
  ['pieces of messages', [fromAgent('{"a'), fromAgent('{"b'), fromAgent('{"a')], 3],
  ['a log between updates', [fromAgent('INFO 1'), badEntry, fromAgent('INFO 2'), badEntry], 3],
  ['JSON that is no message', [fromAgent('{"level":30}'), fromAgent('{"level":40}')], 2],
  ['a batch', [fromAgent(batch)], 1],
  ['two proposals in a turn', [proposal('One'), proposal('Two')], 0],
])('%s: lint counts what a run counts', (_name, lines, expected) => {
  const all = trace({}, ...lines)
  expect(observed(recordedRecords(all)).problemCount).toBe(expected)
  expect(lintLines(all).problems).toBe(expected)
})

test('version 2 allows batches', () => {
  const all = trace({ version: 2 }, fromAgent(batch))
  expect(observed(recordedRecords(all)).problemCount).toBe(0)
  expect(lintLines(all).problems).toBe(0)
})

test('lint counts the problems of each recording as a run does', () => {
  const counts = recordingNames.map((name) => {
    const lines = recordedLines(name)
    return [name, observed(recordedRecords(lines)).problemCount, lintLines(lines).problems] as const
  })
  expect(counts.filter(([, inRun, inLint]) => inRun !== inLint)).toEqual([])
})

test('the lines that are no JSON are one finding, which says what they look like', () => {
  const { findings } = lintLines(trace({}, plan('pending One'), ...drawn, plan('completed One')))
  const junk = findings.kept.filter(({ rule }) => rule === 'stdout-junk')
  expect(junk).toMatchObject([
    {
      place: { frame: 4 },
      seen: '239 lines that are no JSON: it looks like a program for terminals, and begins with “\u001b[1;1Hframe 0”. What is no message belongs on stderr.',
    },
  ])
})
