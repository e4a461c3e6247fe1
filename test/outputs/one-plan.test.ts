import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/app-event.ts'
import { createApp } from '../../src/app/app.ts'
import { TraceInterpreter } from '../../src/app/exchange/trace-interpreter.ts'
import { JsonOutput } from '../../src/outputs/json/json-output.ts'
import { markdownReport } from '../../src/outputs/markdown/markdown-report.ts'
import { PlanHistory } from '../../src/outputs/markdown/plan-history.ts'
import { TextOutput } from '../../src/outputs/text/text-output.ts'
import { recordedLines, recordedRecords } from '../recordings/read-recording.ts'
import { play, stageClock, stageDocuments, stageSink } from './stage.ts'

function eventsOf(name: string): readonly AppEvent[] {
  const interpreter = new TraceInterpreter()
  return recordedRecords(recordedLines(name)).flatMap((record) => interpreter.read(record))
}

function times(text: string, words: string): number {
  return text.split(words).length - 1
}

const heading = 'Split the tokenizer out of the parser'

/** The outcome of the plan, and the words of the choice. */
const recordings = [
  ['claude-caps-plan-mode_plan', 'approved (Yes, manually approve edits)'],
  ['claude-caps-plan-mode_plan-reject', 'rejected (No, keep planning)'],
  ['claude-v1-plan-feedback', 'approved (Yes, manually approve edits)'],
  ['claude-v2-plan-cancel', 'cancelled'],
  ['codex-caps-plan-cfg_collaboration_mode_plan', 'approved (Yes, implement this plan)'],
  ['codex-v1-plan-cancel', 'cancelled'],
  ['codex-v1-plan-feedback', 'approved (Yes, implement this plan)'],
  ['codex-v2-plan-feedback', 'approved (Yes, implement this plan)'],
  ['zedclaude-caps-plan-mode_plan', 'approved (Yes, and manually approve edits)'],
] as const

describe.each(recordings)('%s', (name, outcome) => {
  const events = eventsOf(name)

  test('as markdown: the plan once, with its outcome', () => {
    const app = createApp()
    const history = new PlanHistory(false)
    app.onEvent(history.onEvent)
    for (const event of events) app.dispatch(event)
    const report = markdownReport({
      state: app.state(),
      nowMs: events.at(-1)?.atMs ?? 0,
      title: 'Run',
      startedAt: null,
      documentOf: () => null,
      history: null,
      isAscii: false,
    })
    expect(report).toContain(`## Proposed plan — ${outcome}\n`)
    expect(times(report, heading)).toBe(1)
    expect(history.entries(0).filter(({ words }) => words.some((each) => each === outcome))).toHaveLength(1)
  })

  test('as text: written whole once, and named with its outcome at the end', async () => {
    const sink = stageSink()
    await play(
      new TextOutput({ sink, documents: stageDocuments(), clock: stageClock(), ascii: false }),
      events,
    ).end()
    const [, end = ''] = sink.lines.join('\n').split('At the end:')
    expect(times(sink.lines.join('\n'), `| # ${heading}`)).toBe(1)
    expect(times(end, 'Proposed plan: ')).toBe(1)
    expect(end).toMatch(new RegExp(`^Proposed plan: .*, ${outcome.replace(/[()]/g, '\\$&')}, as above$`, 'm'))
  })

  test('as JSON: one key for its revisions, its questions and its outcome', async () => {
    const sink = stageSink()
    const json = new JsonOutput({
      sink,
      documents: stageDocuments(),
      clock: stageClock(),
      version: '1',
      command: [],
    })
    await play(json, events).end()
    const lines = sink.lines.map(
      (line) => JSON.parse(line) as { type: string; plan?: string; content?: { type: string } },
    )
    const texts = lines.filter(({ type, content }) => type === 'plan' && content?.type === 'markdown')
    const answers = lines.filter(({ type }) => type === 'proposal' || type === 'permission')
    expect(texts.length).toBeGreaterThan(0)
    expect(new Set([...texts, ...answers].flatMap(({ plan }) => plan ?? [])).size).toBe(1)
    expect(lines.filter(({ type }) => type === 'plan-removed')).toEqual([])
  })
})
