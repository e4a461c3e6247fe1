import { describe, expect, test } from 'vitest'
import { initialState, type AppState } from '../../../src/app/state/app-state.ts'
import type { ElicitationRequest } from '../../../src/app/state/elicitation.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { newSession, type Session } from '../../../src/app/state/session.ts'
import { offersNothing } from '../../../src/app/state/link.ts'
import {
  planAdviceSentences,
  questionSentences,
  type FormInput,
} from '../../../src/shows/speech/question-sentences.ts'
import { readTypedLine } from '../../../src/shows/speech/read-line.ts'
import { fields } from '../../app/elicitation-fields.ts'
import {
  asked,
  described,
  ended,
  modes,
  options,
  prompted,
  wantsLogin,
  proposedPlan,
} from '../../support/app-states.ts'

const session: Session = {
  ...newSession('s1'),
  phase: 'open',
  title: 'The parser',
  modes,
  configOptions: options,
}

const open: AppState = {
  ...initialState,
  link: { state: 'open', sinceMs: 0 },
  currentSessionId: 's1',
  sessions: new Map([
    ['s1', session],
    ['s2', { ...newSession('s2'), phase: 'open' }],
    ['child', newSession('child')],
  ]),
  listing: {
    state: 'listed',
    sessions: [
      { id: 's1', title: 'The parser', cwd: null, updatedAtMs: 0 },
      { id: 'old', title: 'Last week', cwd: null, updatedAtMs: Date.UTC(2026, 10, 19) },
    ],
  },
}

/** What a line comes to: what is asked of the agent, or the sentences. */
function typed(
  line: string,
  state: AppState = open,
  form: FormInput | null = null,
  hasEdited = false,
): unknown {
  const wallMs = Date.UTC(2026, 10, 20)
  const command = readTypedLine(line, { state, form, command: ['agent', '--acp'], wallMs, hasEdited })
  if (command === null) return null
  if (command.type === 'order') return command.order
  return command.type === 'say' ? command.sentences : command
}

describe('typed lines', () => {
  test('/edit opens the editor; /send is a line of ours only while there is something to send', () => {
    expect(typed('/edit')).toEqual({ type: 'edit-plan' })
    expect(typed('/edit this')).toEqual({ type: 'prompt', text: '/edit this' })
    expect(typed('/send')).toEqual({ type: 'prompt', text: '/send' })
    expect(typed('/send', open, null, true)).toEqual({ type: 'send-edited' })
  })

  test.each<[string, unknown]>([
    ['', null],
    ['fix  the parser ', { type: 'prompt', text: 'fix  the parser' }],
    ['/init now', { type: 'prompt', text: '/init now' }],
    ['//new', { type: 'prompt', text: '/new' }],
    ['/new', { type: 'new-session' }],
    ['/new things', { type: 'prompt', text: '/new things' }],
    ['/close', { type: 'close-session', sessionId: 's1' }],
    ['/cancel', { type: 'cancel-turn' }],
    ['/restart', { type: 'restart' }],
    ['/plans', { type: 'plans' }],
    ['/timeline', { type: 'timeline' }],
    ['/sessions', { type: 'sessions' }],
    ['/quit', { type: 'quit' }],
    ['/mark', { type: 'mark', text: '' }],
    ['/mark the split  begins', { type: 'mark', text: 'the split begins' }],
    ['/open 3', { type: 'open-session', sessionId: 'old' }],
    ['/open s2', { type: 'open-session', sessionId: 's2' }],
    [
      '/open 9',
      [
        'There is no such session.',
        '1: The parser, current.',
        '2: session s2, open.',
        '3: Last week, 1 day ago.',
        'Type /open and a number to go to one.',
      ],
    ],
    [
      '/mode',
      [
        'The mode is Manual.',
        'Type /mode 1 for: Manual.',
        'Type /mode 2 for: Accept edits (approves by itself).',
        'Type /mode 3 for: Plan.',
        'Type /mode 4 for: Bypass permissions (acts without asking).',
      ],
    ],
    ['/mode 2', { type: 'set-mode', modeId: 'acceptEdits' }],
    ['/mode accept edits', { type: 'set-mode', modeId: 'acceptEdits' }],
    [
      '/config',
      [
        '1: Model, Medium 5.5.',
        '2: Web search, on.',
        '3: Skip permissions, off.',
        '4: Budget, of the type number.',
        'Type /config and a number for its values, and another number to set one.',
      ],
    ],
    [
      '/config 1',
      [
        'Model is Medium 5.5.',
        'Type /config 1 1 for: Small 2.',
        'Type /config 1 2 for: Medium 5.5.',
        'Type /config 1 3 for: Large 5.5.',
        'Type /config 1 4 for: Largest 6.',
      ],
    ],
    ['/config 4', ['Budget cannot be set from here.']],
    ['/config model large', { type: 'set-config-option', optionId: 'model', value: 'large' }],
    ['/config 2 off', { type: 'set-config-option', optionId: 'web', value: false }],
    ['/login', ['The agent wants no login.']],
    ['/implement', ['No plan waits for you.']],
  ])('%s', (line, wanted) => {
    expect(typed(line)).toEqual(wanted)
  })
})

test('a login by its number, or with the command to run', () => {
  const state = reduce(
    open,
    wantsLogin([
      { id: 'browser', name: 'In the browser', description: null, how: { type: 'agent' } },
      {
        id: 'tty',
        name: 'In a terminal',
        description: null,
        how: { type: 'terminal', args: ['login', 'two words'], env: { A: "it's" } },
      },
    ]),
  )
  expect(typed('/login', state)).toEqual([
    'In the browser: type /login 1.',
    String.raw`In a terminal: run this in a terminal, log in there, and start the agent again: A='it'\''s' agent --acp login 'two words'`,
  ])
  expect(typed('/login 1', state)).toEqual({ type: 'log-in', methodId: 'browser' })
})

describe('a permission', () => {
  const asks = asked(1, {
    key: 7,
    options: [
      { id: 'yes', name: 'Yes', kind: 'allow_once' },
      { id: 'no', name: 'No', kind: 'reject_once' },
    ],
  })

  test.each<[string, unknown]>([
    ['1', { type: 'answer', key: 7, optionId: 'no' }],
    ['1 not that file', { type: 'answer', key: 7, optionId: 'no', feedback: 'not that file' }],
    ['2', { type: 'answer', key: 7, optionId: 'yes' }],
    ['2 bugs are left', { type: 'prompt', text: '2 bugs are left' }],
    [
      '3',
      [
        'There is no answer 3.',
        'Type 1 for: No.',
        'Type 2 for: Yes.',
        'Words after the number of a rejection are sent to the agent with it.',
      ],
    ],
  ])('%s', (line, wanted) => {
    expect(typed(line, reduce(open, asks))).toEqual(wanted)
  })
})

describe('a form', () => {
  const request: ElicitationRequest = {
    key: 3,
    sessionId: 's1',
    message: 'Where to?',
    mode: {
      type: 'form',
      title: null,
      description: null,
      fields: [
        fields.text({ name: 'host', title: 'Host', isRequired: true }),
        fields.number({ isInteger: true, minimum: 1, maximum: 65_535, value: 80 }),
      ],
    },
    askedAtMs: 1,
  }
  const asked: AppState = { ...open, elicitations: [request] }

  test('is filled in line by line, and sent after the last field', () => {
    expect(questionSentences({ kind: 'elicitation', request }, null)).toEqual([
      'Field 1 of 2: Host.',
      'Type the answer, or /decline for no answer at all.',
    ])
    expect(typed('', asked)).toEqual([
      'Not valid: an answer is needed.',
      'Field 1 of 2: Host.',
      'Type the answer, or /decline for no answer at all.',
    ])
    const one = typed('example.org', asked) as { readonly form: FormInput }
    expect(questionSentences({ kind: 'elicitation', request }, one.form)).toEqual([
      'Field 2 of 2: Port, a whole number from 1 to 65535. It may be left empty.',
      'An empty line chooses: 80.',
      'Type the answer, or /decline for no answer at all.',
    ])
    expect(typed('soon', asked, one.form)).toContain('Not valid: a whole number is needed.')
    for (const [line, port] of [
      ['', 80],
      ['8080', 8080],
    ] as const)
      expect(typed(line, asked, one.form)).toEqual({
        type: 'answer-elicitation',
        key: 3,
        answer: { type: 'accepted', content: { host: 'example.org', port } },
      })
  })

  test('can be declined, and commands still work', () => {
    expect(typed('/decline', asked)).toEqual({
      type: 'answer-elicitation',
      key: 3,
      answer: { type: 'declined', by: 'user' },
    })
    expect(typed('/quit', asked)).toEqual({ type: 'quit' })
  })

  test('of no fields, or a page: yes or no', () => {
    const url = 'https://example.org/login'
    const page: ElicitationRequest = { ...request, mode: { type: 'url', url, elicitationId: null } }
    const accepted = { type: 'answer-elicitation', key: 3, answer: { type: 'accepted', content: {} } }
    expect(typed('yes', { ...open, elicitations: [page] })).toEqual({
      type: 'open-page',
      url,
      order: accepted,
    })
    expect(questionSentences({ kind: 'elicitation', request: page }, null)).toEqual([
      'The page is https://example.org/login',
      'Its host is example.org. Type yes to open it in your browser, or no to decline.',
    ])
    const trap: ElicitationRequest = {
      ...request,
      mode: { type: 'url', url: 'file:///etc/passwd', elicitationId: null },
    }
    expect(typed('yes', { ...open, elicitations: [trap] })).toEqual([
      'The page is file:///etc/passwd',
      'It is not opened: only http and https are opened. Type no to decline.',
    ])
    const bare: ElicitationRequest = {
      ...request,
      mode: { type: 'form', title: null, description: null, fields: [] },
    }
    expect(typed('Yes', { ...open, elicitations: [bare] })).toEqual(accepted)
    expect(typed('maybe', { ...open, elicitations: [bare] })).toEqual({ type: 'prompt', text: 'maybe' })
  })
})

test('a proposed plan is answered by a command', () => {
  const turn = [prompted(1), ended(2)].reduce(reduce, open).sessions.get('s1')?.turn ?? session.turn
  const state: AppState = {
    ...open,
    sessions: new Map([['s1', { ...session, proposal: proposedPlan, turn }]]),
  }
  for (const decision of ['implement', 'refine', 'save'])
    expect(typed(`/${decision}`, state)).toEqual({ type: 'decide-proposal', decision })
  expect(typed('make it shorter', state)).toEqual({ type: 'prompt', text: 'make it shorter' })
})

describe('an agent whose plans are off', () => {
  const switches = [{ agent: 'claude-agent-acp', state: { type: 'unset' } }] as const
  const off: AppState = {
    ...reduce(open, described(offersNothing, '@agentclientprotocol/claude-agent-acp')),
    planTools: { mode: 'on', startedAgent: null, switches },
  }
  test('is restarted by /plan-tools, which is announced', () => {
    expect(typed('/plan-tools', off)).toEqual({ type: 'switch-plans-on' })
    expect(planAdviceSentences(off)).toEqual([
      'Claude Agent has plan tools only if CLAUDE_CODE_ENABLE_TODO_TOOLS=1 is set, and it was started without it.',
      'Type /plan-tools to start it again with that set.',
    ])
  })

  test('is not restarted without a known switch, and nothing is announced', () => {
    expect(typed('/plan-tools')).toEqual(['No way to switch plans on is known.'])
    expect(planAdviceSentences(open)).toEqual([])
  })
})

test('an agent may have any number of settings', () => {
  const [option] = options
  if (option === undefined) throw new Error('there are settings')
  const configOptions = Array.from({ length: 150_000 }, () => option)
  const state = { ...open, sessions: new Map([['s1', { ...session, configOptions }]]) }
  expect(typed('/config', state)).toHaveLength(configOptions.length + 1)
})
