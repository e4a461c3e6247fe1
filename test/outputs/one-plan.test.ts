import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { TraceInterpreter } from '../../src/app/exchange/trace-interpreter.ts'
import { recordedLines, recordedRecords } from '../recordings/read-recording.ts'
import { reported } from './markdown/reported.ts'
import { jsonStage, linesOf, stageDocuments, textStage } from './stage.ts'

function eventsOf(name: string): readonly AppEvent[] {
  const interpreter = new TraceInterpreter()
  return recordedRecords(recordedLines(name)).flatMap((record) => interpreter.read(record))
}

function times(text: string, words: string): number {
  return text.split(words).length - 1
}

const heading = 'Split the tokenizer out of the parser'

/** The outcome of the plan, and the words of the choice; frames do not say who chose. */
const recordings = [
  ['claude-caps-plan-mode_plan', 'approved (Yes, manually approve edits) in another client'],
  ['claude-caps-plan-mode_plan-reject', 'rejected (No, keep planning) in another client'],
  ['claude-v1-plan-feedback', 'approved (Yes, manually approve edits) in another client'],
  ['claude-v2-plan-cancel', 'cancelled'],
  ['codex-caps-plan-cfg_collaboration_mode_plan', 'approved (Yes, implement this plan) in another client'],
  ['codex-v1-plan-cancel', 'cancelled'],
  ['codex-v1-plan-feedback', 'approved (Yes, implement this plan) in another client'],
  ['codex-v2-plan-feedback', 'approved (Yes, implement this plan) in another client'],
  ['zedclaude-caps-plan-mode_plan', 'approved (Yes, and manually approve edits) in another client'],
] as const

describe.each(recordings)('%s', (name, outcome) => {
  const events = eventsOf(name)

  test('as markdown: the plan once, with its outcome', () => {
    const report = reported(events, { title: 'Run', historyFromMs: null })
    expect(report).toContain(`## Proposed plan — ${outcome}\n`)
    expect(times(report, heading)).toBe(1)
    const [kind = ''] = outcome.split(' ')
    const told = new RegExp(
      String.raw`^- \d+:\d\d (?:\*\*)?${kind}(?:\*\*)?(?: in another client)?(?: “|$)`,
      'gm',
    )
    expect(reported(events).match(told)).toHaveLength(1)
  })

  test('as text: written whole once, and named with its outcome at the end', async () => {
    const text = (await linesOf(textStage(), events)).join('\n')
    const [, end = ''] = text.split('At the end:')
    expect(times(text, `| # ${heading}`)).toBe(1)
    expect(times(end, 'Proposed plan: ')).toBe(1)
    expect(end).toMatch(new RegExp(`^Proposed plan: .*, ${outcome.replace(/[()]/g, '\\$&')}, as above$`, 'm'))
  })

  test('as JSON: one key for its revisions, its questions and its outcome', async () => {
    const lines = (await linesOf(jsonStage(stageDocuments()), events)).map(
      (line) => JSON.parse(line) as { type: string; plan?: string; content?: { type: string } },
    )
    const texts = lines.filter(({ type, content }) => type === 'plan' && content?.type === 'markdown')
    const answers = lines.filter(({ type }) => type === 'proposal' || type === 'permission')
    expect(texts.length).toBeGreaterThan(0)
    expect(new Set([...texts, ...answers].flatMap(({ plan }) => plan ?? [])).size).toBe(1)
    expect(lines.filter(({ type }) => type === 'plan-removed')).toEqual([])
  })
})
