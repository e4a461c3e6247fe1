import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { newMemory } from '../../../src/demo/script/playing/scene.ts'
import type { DemoEnd } from '../../../src/demo/script/playing/play-steps.ts'
import { readScript } from '../../../src/demo/script/reading/read-script.ts'
import { scriptedScenario } from '../../../src/demo/script/playing/scripted-scenario.ts'
import type { Update } from '../demo-client.ts'
import { recordingStage, type Played, type StageBehaviour } from '../recording-stage.ts'

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const filesIn = (path: string): readonly string[] =>
  readdirSync(folder(path)).flatMap((file) => (file.endsWith('.yaml') ? [`${folder(path)}/${file}`] : []))

interface Turn extends StageBehaviour {
  readonly prompt?: string
  readonly mode?: string
  readonly pieceLength?: number
}

interface PlayedTurn {
  readonly played: readonly Played[]
  readonly end: DemoEnd
  readonly elapsedMs: number
}

/** Plays the turns of a session, one after the other. */
async function playScript(text: string, ...turns: readonly Turn[]): Promise<readonly PlayedTurn[]> {
  const read = readScript(text)
  if (!read.ok) throw new Error(`${read.problem.line}: ${read.problem.message}`)
  const scenario = scriptedScenario('test', read.value)
  const memory = newMemory()
  const done: PlayedTurn[] = []
  for (const [index, { prompt = 'go', mode = null, pieceLength = 1000, ...behaviour }] of turns.entries()) {
    const stage = { ...recordingStage(behaviour), pieceLength }
    const end = await scenario.play({ number: index + 1, text: prompt, mode, memory }, stage)
    done.push({ played: stage.played, end, elapsedMs: stage.elapsedMs() })
  }
  return done
}

/** What a turn says and shows, in short. */
function shown({ played }: PlayedTurn): readonly string[] {
  return played.map((each) => {
    switch (each.type) {
      case 'update':
        return shownUpdate(each.update as Update)
      case 'ask':
        return `asks ${each.question.title}`
      case 'elicit':
        return `asks ${each.elicitation.message}`
      case 'request':
        return `requests ${each.method} ${JSON.stringify(each.params)}`
      case 'set':
        return `sets ${each.id} ${String(each.value)}`
      case 'stderr':
        return `complains ${each.text.trim()}`
      case 'line':
        return `line ${each.text}`
      case 'complete':
        return 'completes'
      case 'file':
        return `${each.action} ${each.file}`
    }
  })
}

function shownUpdate(update: Update): string {
  const entries = update.entries ?? update.plan?.entries
  if (entries) return entries.map((entry) => `${String(entry?.content)}:${String(entry?.status)}`).join(', ')
  return update.plan?.content ?? update.content?.text ?? JSON.stringify(update)
}

const shownFor = async (text: string, ...turns: readonly Turn[]): Promise<readonly (readonly string[])[]> =>
  (await playScript(text, ...turns)).map(shown)

test.each([...filesIn('../../../src/demo/scenarios'), ...filesIn('../examples')])(
  '%s is a script',
  (file) => {
    const read = readScript(readFileSync(file, 'utf8'))
    expect(read.ok ? null : read.problem).toBeNull()
  },
)

describe('a plan', () => {
  const work = 'plans: { work: { items: [One, { key: two, content: Two }] } }\n'

  test('keeps the changes of its steps, also of those that do not send it', async () => {
    const script = `${work}steps:
  - plan: work
  - prepare: work
    change: { 1: completed, two: { status: in_progress, content: Doing two } }
  - plan: work
    add: [Three, { content: Half, key: half }]
    before: two
    drop: ['1']
`
    expect(await shownFor(script, {})).toEqual([
      ['One:pending, Two:pending', 'Three:pending, Half:pending, Doing two:in_progress'],
    ])
  })

  test('keeps its state from turn to turn, and a turn that is played again begins with the state of the first time', async () => {
    const script = `${work}turns:
  - steps: [{ plan: work, change: { 1: completed } }]
  - steps: [{ plan: work, change: { two: completed } }]
  - when: { prompt: again }
    steps: [{ plan: work, drop: ['1'] }]
`
    const turns = await shownFor(script, {}, {}, { prompt: 'again!' }, {}, { prompt: 'again' })
    expect(turns).toEqual([
      ['One:completed, Two:pending'],
      ['One:completed, Two:completed'],
      ['Two:completed'],
      ['One:completed, Two:completed'],
      ['Two:completed'],
    ])
  })

  test('is changed by the steps of the selected option, and by those after them', async () => {
    const script = `${work}steps:
  - ask: May I?
    options:
      - { id: a, name: Yes, kind: allow_once, steps: [{ prepare: work, change: { 1: completed } }] }
      - { id: b, name: No, kind: reject_once, steps: [{ prepare: work, drop: ['1'] }] }
  - plan: work
`
    const yes = await shownFor(script, { answer: () => 'a' })
    const no = await shownFor(script, { answer: () => 'b' })
    const off = await playScript(script, { answer: () => null })
    expect([yes, no]).toEqual([
      [['asks May I?', 'One:completed, Two:pending']],
      [['asks May I?', 'Two:pending']],
    ])
    expect(off.map(({ end }) => end)).toEqual([{ type: 'turn', stopReason: 'cancelled' }])
  })

  test('is changed by other steps if nobody answers in time', async () => {
    const script = `${work}steps:
  - ask: May I?
    options:
      - { id: a, name: Yes, kind: allow_once, steps: [{ prepare: work, change: { 1: completed } }] }
    within: 30
    otherwise: [{ prepare: work, drop: ['1'] }]
  - plan: work
`
    const late = await shownFor(script, { answer: () => 'too-late' })
    expect(late).toEqual([['asks May I?', 'Two:pending']])
  })

  test('depends on the outcome of a request that is not part of ACP, and on the text in its answer', async () => {
    const script = `steps:
  - request: x.ai/exit_plan_mode
    params: { sessionId: '{{session}}', planContent: '{{words}}' }
    words: feedback
    outcomes:
      approved: [{ say: Yes }]
      rejected: [{ say: 'No: {{answers.feedback|why not}}' }]
    otherwise: [{ say: Nothing }]
`
    const outcomes = [
      { outcome: 'approved', fields: { feedback: 'fine' } },
      { outcome: 'rejected', fields: { feedback: 'shorter' } },
      { outcome: 'rejected', fields: {} },
      { outcome: 'toString', fields: {} },
    ]
    const turns = await shownFor(script, ...outcomes.map((outcome) => ({ outcome: () => outcome })), {})
    const asked = 'requests x.ai/exit_plan_mode {"sessionId":"session","planContent":"go"}'
    expect(turns).toEqual([
      [asked, 'Yes'],
      [asked, 'No: shorter'],
      [asked, 'No: why not'],
      [asked, 'Nothing'],
      [asked, 'Nothing'],
    ])
  })

  test('of text grows, is ticked, and streams', async () => {
    const script = `plans: { text: { markdown: "- [ ] a\\n- [ ] b\\n" } }
steps:
  - plan: text
    stream: { characters: 9, every: 0.5 }
  - plan: text
    tick: 1
    append: "- [ ] c\\n"
  - plan: text
    tick: 5
  - plan: text
    text: new
`
    const [turn] = await playScript(script, {})
    expect(turn && shown(turn)).toEqual([
      '- [ ] a\n-',
      '- [ ] a\n- [ ] b\n',
      '- [x] a\n- [ ] b\n- [ ] c\n',
      '- [x] a\n- [x] b\n- [x] c\n',
      'new',
    ])
    expect(turn?.elapsedMs).toBe(500)
  })

  test('an entry that was dropped is reported on stderr, and the script continues', async () => {
    const script = `${work}steps:
  - prepare: work
    drop: ['1']
  - plan: work
    change: { 1: completed }
`
    expect(await shownFor(script, {})).toEqual([
      ['complains the script is wrong: plan work: there is no entry “1” now', 'Two:pending'],
    ])
  })

  test('is sent with the id that the script gives it', async () => {
    const script = `plans:
  one: { items: [] }
  two: { id: second, items: [] }
  three: { id: '{{which}}', field: id, markdown: x }
  four: { file: a.md }
steps:
  - plan: one
  - plan: two
  - for: { which: [x, y] }
    do: [{ plan: three }, { plan: three, id: 'own-{{which}}' }, { remove: three }]
  - plan: four
`
    const [turn] = await playScript(script, {})
    const names = turn?.played.map((each) => {
      const update = (each.type === 'update' ? each.update : {}) as Update
      const { id, planId } = update.plan ?? update
      return [id, planId].map((name) => name ?? '-').join(' ')
    })
    expect(names).toEqual(['- -', '- second', 'x -', 'own-x -', 'x -', 'y -', 'own-y -', 'y -', '- four'])
  })
})

describe('values', () => {
  test('of the prompt, of loops and of parts replace their slots', async () => {
    const script = `parts:
  greet: [{ say: '{{how}} {{who}}, {{n}}' }]
turns:
  - when: { prompt: /hi }
    steps: [{ say: '{{rest|nobody}}' }]
  - steps:
      - for: { who: [Ann, Bob], n: 5 }
        do: [{ play: greet, with: { how: 'Hello' } }]
      - for: { group: [[a, b], [c]] }
        do: [{ for: { each: group }, do: [{ say: '{{each}} of {{group}}' }] }]
      - say: '{{words}} | {{prompt}} | {{ other }} | {{words|x}}'
`
    const turns = await shownFor(
      script,
      { prompt: ' so\n  be it ' },
      { prompt: '/hi  you' },
      { prompt: '/hi' },
    )
    expect(turns.map((turn) => turn.join('\n'))).toEqual([
      [
        'Hello Ann, 1\nHello Bob, 2',
        'a of a, b\nb of a, b\nc of c',
        'so be it |  so\n  be it  | {{ other }} | so be it',
      ].join('\n'),
      'you',
      'nobody',
    ])
  })

  test('of a form select the steps', async () => {
    const script = `steps:
  - form: Who are you?
    schema: { type: object, properties: { name: { type: string }, pets: { type: array } } }
    accepted: [{ say: 'Hello {{answers.name}} with {{answers.pets|no pet}}' }]
    declined: [{ answers: { name: Nobody } }]
  - say: A cat!
    when: { answers: { pets: cat } }
  - say: '{{answers.name}}'
`
    const asks = 'asks Who are you?'
    const accepted = await shownFor(script, { fill: () => ({ name: 'Ann', pets: ['dog', 'cat'] }) })
    expect(accepted).toEqual([[asks, 'Hello Ann with dog, cat', 'A cat!', 'Ann']])
    expect(await shownFor(script, { fill: () => ({}) })).toEqual([
      [asks, 'Hello unknown with no pet', 'unknown'],
    ])
    expect(await shownFor(script, { fill: () => null })).toEqual([[asks, 'Nobody']])
  })
})

/** Texts whose characters have several code units. */
const texts = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => !text.includes('{{'))

test('a streamed markdown plan grows to its whole text and is never cut inside a character', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (text, characters) => {
      const steps = [{ plan: 'x', stream: { characters, every: 0.1 } }]
      const [turn] = await playScript(JSON.stringify({ plans: { x: { markdown: text } }, steps }), {})
      const sent = turn === undefined ? [] : shown(turn)
      expect(sent.at(-1)).toBe(text)
      expect(sent.every((each) => text.startsWith(each) && each.isWellFormed())).toBe(true)
    }),
  )
})

test('a message is sent in pieces that make it up again', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const [turn] = await playScript(JSON.stringify({ steps: [{ say: text }] }), { pieceLength: 5 })
      expect(turn && shown(turn).join('')).toBe(text)
    }),
  )
})

test('updates, messages and lines are sent as they are', async () => {
  const script = `steps:
  - raw: { sessionUpdate: _x, n: 1 }
  - frame: { jsonrpc: '2.0', method: _x/y, params: { sessionId: '{{session}}' } }
  - line: '{{session}} is no JSON {'
  - stderr: oh
`
  expect(await shownFor(script, {})).toEqual([
    [
      '{"sessionUpdate":"_x","n":1}',
      'line {"jsonrpc":"2.0","method":"_x/y","params":{"sessionId":"session"}}',
      'line session is no JSON {',
      'complains oh',
    ],
  ])
})

test('a turn ends with its stop reason or exit status', async () => {
  const stop = await playScript('steps: [{ stop: max_tokens }, { say: never }]', {})
  const exit = await playScript('steps: [{ say: last }, { exit: 9 }]', {})
  expect([...stop, ...exit].map(({ end }) => end)).toEqual([
    { type: 'turn', stopReason: 'max_tokens' },
    { type: 'exit', status: 9 },
  ])
})

test('tool calls have ids of their own, and paths in the pretended project', async () => {
  const script = `root: /here
steps:
  - { tool: Look, path: a.md }
  - { tool: Look, path: /b.md, id: mine, during: [{ wait: 3 }] }
  - { tool: Look, seconds: 0.5, input: { n: 1 }, output: fine, status: failed }
`
  const [turn] = await playScript(script, {})
  expect(turn?.elapsedMs).toBe(4500)
  expect(turn?.played.map((each) => (each.type === 'update' ? each.update : each))).toEqual([
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'call-1',
      title: 'Look',
      kind: 'other',
      status: 'in_progress',
      locations: [{ path: '/here/a.md' }],
    },
    { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' },
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'mine',
      title: 'Look',
      kind: 'other',
      status: 'in_progress',
      locations: [{ path: '/b.md' }],
    },
    { sessionUpdate: 'tool_call_update', toolCallId: 'mine', status: 'completed' },
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'call-2',
      title: 'Look',
      kind: 'other',
      status: 'in_progress',
      rawInput: { n: 1 },
    },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call-2',
      status: 'failed',
      content: [{ type: 'content', content: { type: 'text', text: 'fine' } }],
    },
  ])
})

test('the prompts of a script are those of its turns in order', () => {
  const promptsOf = (text: string): readonly string[] => {
    const read = readScript(text)
    return read.ok ? scriptedScenario('test', read.value).prompts : [read.problem.message]
  }
  expect([
    promptsOf('prompt: a\nsteps: []'),
    promptsOf('turns: [{ prompt: a, steps: [] }, { prompt: b, steps: [] }, { steps: [] }]'),
    promptsOf('turns: [{ when: { prompt: x }, prompt: c, steps: [] }, { steps: [] }]'),
    promptsOf('prompt: a\nturns: [{ steps: [] }, { prompt: b, steps: [] }]'),
  ]).toEqual([['a'], ['a', 'b'], [], ['a', 'b']])
})
