import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dangerOfCurrentMode,
  dangerOfMode,
  dangerOfOption,
  dangerOfValue,
  type Danger,
} from '../../../src/app/risk/danger.ts'
import type { PermissionOption } from '../../../src/app/state/permission.ts'
import type { ConfigOption } from '../../../src/protocol/session/session-settings.ts'
import { recordedLines, recordingNames } from '../../recordings/read-recording.ts'

function option(id: string, kind: string, name = id): PermissionOption {
  return { id, kind, name }
}

function mode(id: string, name = id, description: string | null = null) {
  return { id, name, description }
}

function select(id: string, value: string, category: string | null = null, name = id): ConfigOption {
  const choices = [{ value, name: value, description: null, group: null }]
  return { type: 'select', id, name, category, description: null, value, choices }
}

function boolean(id: string, name: string): ConfigOption {
  return { type: 'boolean', id, name, category: null, description: null, value: false }
}

test.each<[PermissionOption, Danger | null]>([
  [option('once', 'allow_once', 'Yes, and ask before each edit'), null],
  [option('always', 'allow_always', 'Yes'), 'more-than-once'],
  [option('bypass', 'allow_once', 'Yes, and bypass permissions'), 'everything'],
  [option('no', 'reject_once', 'No, keep planning'), null],
  [option('never', 'reject_always', 'No, and never ask again'), null],
  [option('own', '_own', 'Perhaps'), null],
  [option('x', 'allow_once', "Yes, and don't ask again"), 'more-than-once'],
  [option('x', '', 'Allow always'), 'more-than-once'],
  [option('x', 'allow_once', 'Allow for this session'), 'more-than-once'],
  [option('x', 'allow_once', 'Yes, and auto-accept edits'), 'more-than-once'],
  [option('x', 'allow_always', 'Yes, with all permissions'), 'everything'],
  [option('x', 'allow_always', 'Full access'), 'everything'],
  [option('x', 'allow_once', 'Allow all tools'), 'everything'],
  [option('x', 'allow_always', 'Yes, allow all edits during this session'), 'more-than-once'],
  [option('exit-plan-bypass', 'allow_always', 'Yes'), 'everything'],
  [option('x', 'allow_once', 'Yes, and by\u200bpass'), 'everything'],
  [option('x', 'allow_once', 'ｙｏｌｏ'), 'everything'],
  [option('x', 'allow_once', 'Auto review'), 'more-than-once'],
  [option('x', 'allow_once', `Yes${'\u200b'.repeat(5000)}`), 'everything'],
  [option('x', 'reject_always', 'Always reject'), null],
  [option('x', 'reject_once', 'No, and leave the plan as it is'), null],
  [option('bypass', 'reject_once', 'Do not bypass permissions'), null],
  // qwen
  [option('restore_previous', 'allow_once', 'Yes, restore previous mode (default)'), 'changes-mode'],
  [option('restore_previous', 'allow_once', 'Yes, restore previous mode (auto)'), 'more-than-once'],
  [option('restore_previous', 'allow_once', 'Yes, restore previous mode (yolo)'), 'everything'],
  [option('restore_previous', 'allow_once', '是，恢复之前的模式 (default)'), 'changes-mode'],
  [option('proceed_always', 'allow_always', 'はい、編集を自動承認'), 'more-than-once'],
  [option('restore_previous', 'allow_once', 'Oui, restaurer le mode précédent (auto)'), 'more-than-once'],
  [
    option('proceed_always', 'allow_always', 'Oui, et accepter automatiquement les modifications'),
    'more-than-once',
  ],
  [option('proceed_once', 'allow_once', 'Yes, and manually approve edits'), null],
  [option('proceed_once', 'allow_once', 'Oui, et approuver manuellement les modifications'), null],
  [option('x', 'allow_once', 'Approve and run as a Goal'), 'changes-mode'],
  [option('cancel', 'reject_once', 'No, keep planning (esc)'), null],
  // kimi
  [option('plan_approve', 'allow_once', 'Approve'), null],
  [option('approve_always', 'allow_always', 'Approve for this session'), 'more-than-once'],
  [option('plan_revise', 'reject_once', 'Revise'), null],
  [option('plan_reject_and_exit', 'reject_once', 'Reject and Exit'), 'changes-mode'],
  // claude
  [option('exit-plan-default', 'allow_once', 'Yes, manually approve edits'), null],
  [option('exit-plan-auto', 'allow_once', 'Yes, and use auto mode'), 'more-than-once'],
  [option('acceptEdits', 'allow_once', 'Yes'), 'more-than-once'],
  // codex, gemini
  [option('implement_plan', 'allow_once', 'Yes, implement this plan'), null],
  [option('revise_plan', 'reject_once', 'No, and tell Codex what to do differently'), null],
  [option('proceed_once', 'allow_once', 'Allow'), null],
  // The protocol's example of a mode that is left.
  [option('code', 'allow_always', 'Yes, and auto-accept all actions'), 'everything'],
  [option('ask', 'allow_once', 'Yes, and manually accept actions'), null],
  [option('x', 'allow_once', 'Yes, switch to code mode'), 'changes-mode'],
  [option('x', 'allow_once', 'Return to normal mode'), 'changes-mode'],
  [option('x', 'allow_once', 'Yes, exit plan mode'), null],
  [option('x', 'allow_once', 'Leave plan mode'), null],
  [option('x', 'allow_once', 'Authorize the model change'), null],
])('the option %o allows beyond what is asked for: %s', (given, expected) => {
  expect(dangerOfOption(given)).toBe(expected)
})

test.each<[ReturnType<typeof mode>, Danger | null]>([
  [mode('b\u200bypass'), 'everything'],
  [mode('goose', 'Auto', 'Automatically approve tool calls'), 'more-than-once'],
  [mode('normal', 'Auto (Off)', 'Auto-approves only read operations'), null],
  [mode('x', 'Auto (Offhand)'), 'more-than-once'],
  [mode('x', 'Free', 'Auto-approves only read operations and all others'), 'more-than-once'],
  [mode('approve', 'Approve', 'Ask before every tool call'), null],
  [mode('smart_approve', 'Smart approve', 'Ask only for sensitive tool calls'), null],
  [mode('never', 'Never ask'), 'everything'],
  [mode('careful', 'Careful', 'Always ask, and prompts for dangerous operations'), null],
  [mode('x', 'Free', 'Edits files without asking'), 'more-than-once'],
  [mode('x', 'Free', 'Accepts all permissions'), 'everything'],
  [mode('x', 'Always ask'), null],
  [mode('https://agentclientprotocol.com/protocol/session-modes#autopilot', 'Autopilot'), 'more-than-once'],
  [mode('https://agentclientprotocol.com/protocol/session-modes#agent', 'Agent'), null],
])('the mode %o acts without asking: %s', (given, expected) => {
  expect(dangerOfMode(given)).toBe(expected)
})

test.each<[ConfigOption, string | boolean, Danger | null]>([
  [select('mode', 'auto', 'mode'), 'auto', 'more-than-once'],
  [select('model', 'auto', 'model'), 'auto', null],
  [select('model', 'always-1', 'model'), 'always-1', null],
  [select('thinking', 'auto', 'thought_level'), 'auto', null],
  [select('approval_policy', 'never'), 'never', 'everything'],
  [select('approval_policy', 'on-request'), 'on-request', null],
  [select('sandbox_mode', 'danger-full-access'), 'danger-full-access', 'everything'],
  [select('sandbox', 'off'), 'off', 'everything'],
  [select('skip_permissions', 'on'), 'on', 'everything'],
  [select('skip_permissions', 'off'), 'off', null],
  [select('fast', 'on', 'model_config'), 'on', null],
  [select('fast', 'off', 'model_config'), 'off', null],
  [boolean('auto', 'Auto-approve tools'), true, 'more-than-once'],
  [boolean('auto', 'Auto-approve tools'), false, null],
  [boolean('y', 'YOLO'), true, 'everything'],
  [boolean('brave_mode', 'Brave Mode'), true, 'everything'],
  [boolean('brave_mode', 'Brave Mode'), false, null],
  [boolean('ask', 'Ask before edits'), false, 'everything'],
  [boolean('ask', 'Ask before edits'), true, null],
  [boolean('fast', 'Fast mode'), true, null],
  [boolean('auto-save', 'Auto-save'), true, null],
])('the setting %o at %s acts without asking: %s', (given, value, expected) => {
  expect(dangerOfValue(given, value)).toBe(expected)
})

test('a mode that is not listed is known by its id', () => {
  expect(dangerOfCurrentMode({ current: 'yolo', available: [] })).toBe('everything')
  expect(dangerOfCurrentMode({ current: 'plan', available: [mode('plan')] })).toBeNull()
})

describe('whatever the letters look like', () => {
  const invisible = [
    '\u200b',
    '\u00ad',
    '\u2060',
    '\ufeff',
    '\u202e',
    '\ufe0f',
    '\u034f',
    '\u{e0041}',
    '\u0001',
  ]
  const alike = new Map(
    Object.entries({
      a: 'аＡΑɑ𝐚á',
      b: 'Ьｂ🅱ᏼ',
      c: 'сⅽ',
      d: 'ԁⓓ',
      e: 'еéＥ',
      f: 'ғ𝖋',
      g: 'ɡ',
      h: 'һ',
      i: 'іl1I|',
      k: 'κ',
      l: 'I1|ӏ',
      m: 'м',
      n: 'ոñ',
      o: 'о0οø',
      p: 'рρ',
      r: 'г',
      s: 'ѕꜱ',
      t: 'τт',
      u: 'υü',
      v: 'ѵν',
      w: 'ԝ',
      x: 'х',
      y: 'уү',
    }).map(([letter, likes]) => [letter, Array.from(likes)]),
  )
  const names = [
    'bypass',
    'yolo',
    'full access',
    'dangerously skip permissions',
    'accept edits',
    'auto',
    'always allow',
    "don't ask again",
    'restore previous mode',
    'switch to code mode',
    'allow once',
    'manually approve',
    'plan',
    'ask before each edit',
    'read only',
    'default',
    'agent',
    'Allow for this session',
  ]
  const disguised = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .tuple(
          ...Array.from(name, (letter) =>
            fc.tuple(
              fc.constantFrom(letter, letter.toUpperCase(), ...(alike.get(letter.toLowerCase()) ?? [])),
              fc.constantFrom('', '', ...invisible),
            ),
          ),
        )
        .map((letters) => ({ name, disguise: letters.flat().join('') })),
    )

  test('the verdict is the same', () => {
    fc.assert(
      fc.property(disguised, ({ name, disguise }) => {
        for (const kind of ['allow_once', ''])
          expect(dangerOfOption(option('x', kind, disguise))).toBe(dangerOfOption(option('x', kind, name)))
        expect(dangerOfOption(option(disguise, 'allow_once', 'Yes'))).toBe(
          dangerOfOption(option(name, 'allow_once', 'Yes')),
        )
        expect(dangerOfMode(mode('x', disguise))).toBe(dangerOfMode(mode('x', name)))
        const danger = dangerOfValue(select('mode', name, 'mode'), name)
        expect(dangerOfValue(select('mode', disguise, 'mode'), disguise)).toBe(danger)
        expect(dangerOfValue(boolean('x', disguise), true)).toBe(dangerOfValue(boolean('x', name), true))
      }),
    )
  })
})

test('the verdicts on all options, modes and settings of the recordings', async () => {
  const verdicts = new Set<string>()
  const add = (what: string, name: string, danger: Danger | null): unknown =>
    verdicts.add(`${what.padEnd(8)}${(danger ?? '-').padEnd(16)}${name}`)
  for (const name of recordingNames)
    for (const line of recordedLines(name)) addVerdicts(JSON.parse(line), add)
  await expect(`${[...verdicts].toSorted().join('\n')}\n`).toMatchFileSnapshot('golden/recorded-dangers.txt')
})

/** Reads the frames as they came, not as our decoders see them. */
function addVerdicts(json: unknown, add: (what: string, name: string, danger: Danger | null) => void): void {
  if (typeof json === 'string' && json.startsWith('{')) return addVerdicts(parsed(json), add)
  if (typeof json !== 'object' || json === null) return
  const { optionId, kind, name, availableModes, configOptions } = json as Record<string, unknown>
  if (typeof optionId === 'string' && typeof kind === 'string')
    add(
      'option',
      `${kind} ${optionId}: ${String(name)}`,
      dangerOfOption(option(optionId, kind, String(name))),
    )
  if (Array.isArray(availableModes))
    for (const each of availableModes as readonly ReturnType<typeof mode>[])
      add('mode', `${each.id}: ${each.name} (${each.description ?? ''})`, dangerOfMode(each))
  if (Array.isArray(configOptions))
    for (const each of configOptions as readonly RecordedOption[]) addValues(each, add)
  for (const part of Object.values(json)) addVerdicts(part, add)
}

interface RecordedChoice {
  readonly value: string
  readonly name: string
  readonly description?: string | null
  readonly options?: readonly RecordedChoice[]
}

interface RecordedOption {
  readonly id?: string
  readonly configId?: string
  readonly name: string
  readonly category?: string | null
  readonly type?: string
  readonly options?: readonly RecordedChoice[]
}

function addValues(
  { id, configId, name, category = null, options = [] }: RecordedOption,
  add: (what: string, name: string, danger: Danger | null) => void,
): void {
  const named = { id: id ?? configId ?? '', name, category, description: null }
  const choices = options
    .flatMap((choice) => choice.options ?? [choice])
    .map(({ description = null, ...choice }) => ({ ...choice, description, group: null }))
  if (choices.length === 0)
    add('setting', `${named.id}: ${name}`, dangerOfValue({ type: 'boolean', ...named, value: false }, true))
  for (const { value, name: shown } of choices)
    add(
      'setting',
      `${named.id} (${category ?? ''}) = ${value}: ${shown}`,
      dangerOfValue({ type: 'select', ...named, value, choices }, value),
    )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
