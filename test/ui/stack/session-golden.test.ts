import { describe } from 'vitest'
import type { AppEvent, ListedSession } from '../../../src/app/state/app-event.ts'
import type { AuthMethod } from '../../../src/app/state/link.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import {
  asked,
  asksFor,
  commands,
  described,
  items,
  linked,
  listedAs,
  modelOption,
  modes,
  offersAll,
  openedSession,
  options,
  over,
  said,
  selectedSession,
  stateAfter,
  subagent,
  titled,
  updated,
  wantsLogin,
} from '../../support/app-states.ts'
import { expectScreens } from './golden-screens.ts'

const isOpen = linked({ state: 'open', sinceMs: 0 })
const first = 's1'
const second = '9244eaec-96dc-49bd-bfae-5df23b0cecc2'
const helper = 'helper'

function plan(sessionId: string, title: string, content: PlanContent, atMs = 1000): AppEvent {
  return updated(
    atMs,
    { type: 'plan-replaced', plan: { dialect: 'planId', id: title }, title, content },
    sessionId,
  )
}

const steps = items('✓ Read the parser', '» Split the tokenizer', '○ Update the README')
const one = [isOpen, described(), openedSession(first), titled(first, 'fix the parser')]
const atWork = [...one, asksFor(first, 'fix the parser'), plan(first, 'Parser', steps)]
const two = [
  ...atWork,
  openedSession(second),
  titled(second, 'write the docs'),
  asksFor(second, 'write the docs'),
  plan(second, 'Docs', items('» Collect what there is', '○ Write'), 2000),
  selectedSession(first),
]

const past = Date.UTC(2026, 10, 21, 12)
const hourMs = 3_600_000
const before: readonly ListedSession[] = [
  { id: first, title: 'fix the parser', cwd: '/home/user/project', updatedAtMs: past },
  {
    id: 'a1b2c3d4e5f6',
    title: 'Split the tokenizer',
    cwd: '/home/user/project',
    updatedAtMs: past - 2 * hourMs,
  },
  {
    id: 'b1b2c3d4e5f6',
    title: 'A title that is so long that it has to be cut somewhere, wherever it is shown, in any size',
    cwd: '/home/user/another/project/with/a/long/path',
    updatedAtMs: past - 30 * hourMs,
  },
  { id: 'c1b2c3d4e5f6', title: null, cwd: '/home/user/project', updatedAtMs: past - 24 * 20 * hourMs },
  { id: 'd1b2c3d4e5f6', title: 'Release notes', cwd: null, updatedAtMs: past - 24 * 400 * hourMs },
  { id: 'e1b2c3d4e5f6', title: '\u001b[2JHostile\u202e', cwd: null, updatedAtMs: null },
]
const listed = listedAs({ state: 'listed', sessions: before })

const byAgent: AuthMethod = {
  id: 'oauth',
  name: 'Log in with a browser',
  description: 'Opens the login page of the service.',
  how: { type: 'agent' },
}
const byTerminal: AuthMethod = {
  id: 'terminal',
  name: 'Log in on the command line',
  description: null,
  how: { type: 'terminal', args: ['auth', 'login', "it's me"], env: { LOGIN_MODE: 'device code' } },
}
const byVariable: AuthMethod = {
  id: 'key',
  name: 'Use an API key',
  description: 'Paid by use.',
  how: { type: 'env_var', names: ['SERVICE_API_KEY'], link: 'https://example.org/keys' },
}
const unknownWay: AuthMethod = {
  id: 'x',
  name: 'Something new',
  description: null,
  how: { type: 'other', name: 'retina' },
}
const methods = [byAgent, byTerminal, byVariable, unknownWay]

const settable = [
  isOpen,
  described(),
  openedSession(first, { modes, configOptions: options, commands }),
  titled(first, 'fix the parser'),
  asksFor(first, 'fix the parser'),
  plan(first, 'Parser', steps),
]
const inPlanMode = [...settable, updated(3000, { type: 'mode-changed', modeId: 'plan' }, first)]

describe('sessions', () => {
  expectScreens(
    {
      sessions: { state: stateAfter(...two, listed), keys: ['s'] },
      'sessions-found': { state: stateAfter(...two, listed), keys: ['s', ...'the to'.split('').map(key)] },
      'sessions-asking': {
        state: stateAfter(...two, listedAs({ state: 'asking', sessions: before.slice(0, 2) })),
        keys: ['s', 'down', 'D'],
      },
      'sessions-unlisted': {
        state: stateAfter(...one, described({ ...offersAll, list: false }), asked(1)),
        keys: ['s'],
      },
      'two-sessions': {
        state: stateAfter(
          ...two,
          subagent(first, helper, 'Write tests'),
          plan(helper, 'Plan', items('✓ a', '○ b')),
        ),
      },
      'asked-elsewhere': {
        state: stateAfter(...two, selectedSession(second), asked(1, { sessionId: first })),
      },
      'new-session': { state: stateAfter(...two, openedSession('third')) },
      'plan-unknown': {
        state: stateAfter(isOpen, described(), openedSession(first, {}, { how: 'resumed' })),
      },
      'plan-from-before': {
        state: stateAfter(
          ...atWork,
          { type: 'turn-ended', atMs: 50_000, sessionId: first, outcome: { kind: 'lost' } },
          { type: 'session-opening', atMs: 60_000, sessionId: first, how: 'loaded' },
          openedSession(first, {}, { atMs: 61_000, how: 'loaded' }),
        ),
      },
      inferred: {
        state: stateAfter(
          ...one,
          asksFor(first, 'fix the parser'),
          updated(
            1000,
            { type: 'plan-replaced', plan: { dialect: 'inferred', id: null }, content: steps },
            first,
          ),
        ),
      },
    },
    { foreign: '␛' },
  )
})

describe('settings', () => {
  expectScreens({
    settings: { state: stateAfter(...inPlanMode), keys: ['M', 'down'] },
    'settings-mode': { state: stateAfter(...inPlanMode), keys: ['M', 'enter', 'down', 'enter'] },
    'settings-model': {
      state: stateAfter(isOpen, described(), openedSession(first, { configOptions: [modelOption] })),
      keys: ['M', 'enter', 'down'],
    },
    'in-mode': {
      state: stateAfter(
        ...settable,
        updated(3000, { type: 'mode-changed', modeId: 'bypassPermissions' }, first),
        updated(
          4000,
          {
            type: 'usage',
            usage: { used: 42_400, size: 200_000, cost: { amount: 0.1349, currency: 'USD' } },
          },
          first,
        ),
        said(5000, 'Now the nested quotes: the tokenizer has to keep a stack of them.'),
      ),
    },
    commands: { like: 'in-mode', state: stateAfter(...settable), keys: ['enter', '/', 'r', 'e', 'down'] },
    'command-hint': {
      like: 'in-mode',
      state: stateAfter(...settable),
      keys: ['enter', '/', 'r', 'e', 'enter'],
    },
    notice: {
      like: 'in-mode',
      state: stateAfter(
        ...settable,
        updated(125_000, { type: 'notice', severity: 'warning', text: 'The model is busy.' }, first),
      ),
    },
  })
})

describe('links', () => {
  expectScreens({
    login: { state: stateAfter(described(), wantsLogin(methods, { failure: 'The window was closed.' })) },
    'login-trying': {
      like: 'login',
      state: stateAfter(described(), wantsLogin(methods, { trying: 'oauth' })),
    },
    'login-terminal': { state: stateAfter(described(), wantsLogin(methods)), keys: ['down'] },
    'login-variable': { state: stateAfter(described(), wantsLogin(methods)), keys: ['j', 'j'] },
    'login-nothing': { like: 'login', state: stateAfter(described(), wantsLogin([])) },
    reconnecting: {
      state: stateAfter(
        ...atWork,
        { type: 'turn-ended', atMs: 100_000, sessionId: first, outcome: { kind: 'lost' } },
        linked({
          state: 'reconnecting',
          sinceMs: 0,
          attempt: 3,
          nextAtMs: 133_200,
          cause: 'the socket was closed',
        }),
      ),
    },
    unreachable: {
      state: stateAfter(
        over(1, { kind: 'unreachable', address: 'ws://127.0.0.1:4000/acp', cause: 'connect ECONNREFUSED' }),
      ),
    },
  })
})

function key(character: string): string {
  return character === ' ' ? 'space' : character
}
