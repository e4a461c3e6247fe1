import fc from 'fast-check'
import type { SessionSetup } from '../../../src/app/app-event.ts'
import type { AuthMethod, Link } from '../../../src/app/state/link.ts'
import type { SessionListing } from '../../../src/app/state/session-listing.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import type {
  ConfigChoice,
  ConfigOption,
  SessionModes,
  SlashCommand,
} from '../../../src/protocol/session/session-settings.ts'
import { anySession, anyText, maybe } from './any-text.ts'

const anyName = fc.oneof(anyText, fc.constantFrom('plan', 'default', 'bypass', 'review it'))

const anyChoice: fc.Arbitrary<ConfigChoice> = fc.record({
  value: anyName,
  name: anyText,
  description: maybe,
  group: fc.option(anyText),
})

const anyOption: fc.Arbitrary<ConfigOption> = fc
  .record({
    id: anyName,
    name: anyText,
    description: maybe,
    category: fc.constantFrom(null, 'mode', 'model', 'x_mode'),
  })
  .chain((name) =>
    fc.oneof(
      fc
        .record({ value: anyName, choices: fc.array(anyChoice, { maxLength: 8 }) })
        .map((select): ConfigOption => ({ ...name, type: 'select', ...select })),
      fc.boolean().map((value): ConfigOption => ({ ...name, type: 'boolean', value })),
      fc
        .record({ valueType: anyText, value: fc.jsonValue({ maxDepth: 2 }) })
        .map((other): ConfigOption => ({ ...name, type: 'other', ...other })),
    ),
  )

const anyModes: fc.Arbitrary<SessionModes> = fc.record({
  current: anyName,
  available: fc.array(fc.record({ id: anyName, name: anyText, description: maybe }), { maxLength: 6 }),
})

const anyCommands: fc.Arbitrary<readonly SlashCommand[]> = fc.array(
  fc.record({ name: anyName, description: anyText, hint: maybe }),
  { maxLength: 8 },
)

export const anySetup: fc.Arbitrary<SessionSetup> = fc.record({
  modes: fc.option(anyModes),
  configOptions: fc.array(anyOption, { maxLength: 4 }),
  commands: anyCommands,
})

export const anySetting: fc.Arbitrary<SessionEvent> = fc.oneof(
  anyName.map((modeId): SessionEvent => ({ type: 'mode-changed', modeId })),
  fc.array(anyOption, { maxLength: 4 }).map((options): SessionEvent => ({ type: 'config-options', options })),
  anyCommands.map((commands): SessionEvent => ({ type: 'commands', commands })),
  fc
    .record({
      used: fc.nat(),
      size: fc.nat(),
      cost: fc.option(fc.record({ amount: fc.double({ noNaN: true }), currency: anyText })),
    })
    .map((usage): SessionEvent => ({ type: 'usage', usage })),
  fc
    .record({ childSessionId: fc.constantFrom('helper', 's1', 's2'), title: anyText })
    .map((child): SessionEvent => ({ type: 'subagent', ...child })),
)

export const anyListing: fc.Arbitrary<SessionListing> = fc
  .record({
    state: fc.constantFrom('asking' as const, 'listed' as const, 'failed' as const),
    sessions: fc.array(
      fc.record({
        id: fc.oneof(anySession, anyText),
        title: maybe,
        cwd: maybe,
        updatedAtMs: fc.option(fc.oneof(fc.double(), fc.constantFrom(0, 1_790_000_000_000))),
      }),
      { maxLength: 20 },
    ),
    message: anyText,
  })
  .map(({ state, sessions, message }) =>
    state === 'failed' ? { state, sessions, message } : { state, sessions },
  )

export const anyMethod: fc.Arbitrary<AuthMethod> = fc.record({
  id: anyText,
  name: anyText,
  description: maybe,
  how: fc.oneof(
    fc.constant({ type: 'agent' as const }),
    fc.record({
      type: fc.constant('terminal' as const),
      args: fc.array(anyText, { maxLength: 5 }),
      env: fc.dictionary(anyText, anyText, { maxKeys: 2 }),
    }),
    fc.record({
      type: fc.constant('env_var' as const),
      names: fc.array(anyText, { maxLength: 3 }),
      link: maybe,
    }),
    fc.record({ type: fc.constant('other' as const), name: anyText }),
  ),
})

export const anyLink: fc.Arbitrary<Link> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ state: 'open' as const, sinceMs: 0 }) },
  fc.constant({ state: 'shaking-hands' as const, sinceMs: 0 }),
  fc.record({
    state: fc.constant('wants-login' as const),
    sinceMs: fc.constant(0),
    methods: fc.array(anyMethod, { maxLength: 4 }),
    trying: maybe,
    failure: maybe,
  }),
  fc.record({
    state: fc.constant('reconnecting' as const),
    sinceMs: fc.constant(0),
    attempt: fc.nat(),
    nextAtMs: fc.option(fc.nat({ max: 60_000 })),
    cause: anyText,
  }),
)
