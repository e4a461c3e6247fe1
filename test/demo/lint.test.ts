import { describe, expect, test } from 'vitest'
import { scenarios } from '../../src/demo/scenarios.ts'
import { brief, lintLines, setup } from '../app/lint/lint-lines.ts'
import { openSession, startAgent, type DemoClient, type Frame } from './demo-client.ts'

/** Scenarios that show what breaks the rules, with the rules that they break. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  dialects: [
    'bad-entry',
    'bad-plan',
    'bad-update',
    'custom-name',
    'plan-id-missing',
    'plan-type-unknown',
    'priority-unknown',
    'status-unknown',
  ],
  hostile: ['custom-name', 'priority-unknown', 'status-unknown'],
  // Cursor's own methods, whose names lack the underscore.
  'cursor-plan': ['method-unknown'],
  // It dies in the middle of its turn.
  failure: ['request-unanswered', 'turn-without-end'],
}

describe.each([1, 2] as const)('version %i', (version) => {
  test.each(scenarios)('$name breaks no rule, unless it is there to show that', async ({ name }) => {
    const lines: string[] = []
    const agent = startAgent(name, { onLine: (line) => void lines.push(line) })
    answerAll(agent)
    const session = await openSession(agent, version)
    const turn = session.prompt()
    if (name !== 'failure') await turn
    else await agent.frame(({ method }) => method === 'session/update')
    const [header = ''] = setup({})
    const { findings } = lintLines([header, ...lines])
    const errors = findings.kept.filter(
      ({ severity, place }) => severity === 'error' && place.dir === 'from-agent',
    )
    expect(errors.filter(({ rule }) => exempt[name]?.includes(rule) !== true).map(brief)).toEqual([])
  })
})

/** Answers whatever the agent asks: with its first option, an empty form, or a yes in the words of its vendor. */
function answerAll(agent: DemoClient): void {
  void (async () => {
    const answered = new Set<unknown>()
    for (;;) {
      const isOpen = ({ method, id }: Frame): boolean =>
        method !== undefined && id !== undefined && !answered.has(id)
      const question = await agent.frame(isOpen)
      answered.add(question.id)
      agent.send({ id: question.id, result: answerTo(question) })
    }
  })().catch(() => undefined)
}

function answerTo({ method, params }: Frame): object {
  if (method === 'elicitation/create') return { action: 'accept', content: {} }
  if (method !== 'session/request_permission') return { outcome: 'approved' }
  return { outcome: { outcome: 'selected', optionId: params?.options?.[0]?.optionId } }
}
