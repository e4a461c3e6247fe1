import { describe, expect, test } from 'vitest'
import { resolveRun, type RunCircumstances } from '../../../src/cli/configuration/resolve-run.ts'
import type { Settings } from '../../../src/cli/configuration/settings.ts'
import { terminalTheme, terminalTraits } from '../../../src/terminal/terminal-traits.ts'

const onTerminal: RunCircumstances = {
  flags: {},
  environmentSettings: {},
  config: {},
  environment: { TERM: 'xterm-256color', LANG: 'de_DE.UTF-8' },
  isOutputTerminal: true,
  hasKeyboard: true,
  promptCount: 0,
  continuesSession: false,
}
const piped: RunCircumstances = { ...onTerminal, isOutputTerminal: false, promptCount: 1 }

function resolved(given: RunCircumstances): unknown {
  const run = resolveRun(given)
  return run.ok ? run.value : run.problem
}

describe('a run', () => {
  test('of a built-in demo answers its questions where nobody can be asked, unless the settings say otherwise', () => {
    const demo = { ...piped, isBuiltInDemo: true }
    expect(resolved(demo)).toMatchObject({ permissions: 'allow' })
    expect(resolved({ ...demo, flags: { permissions: 'ask' } })).toMatchObject({ permissions: 'ask' })
    expect(resolved({ ...onTerminal, isBuiltInDemo: true })).toMatchObject({ permissions: 'ask' })
    expect(resolved(piped)).toMatchObject({ permissions: 'ask' })
  })

  test('on a terminal has a screen without an exit rule', () => {
    expect(resolved(onTerminal)).toEqual({
      format: 'tui',
      exitOn: 'never',
      isStrict: false,
      permissions: 'ask',
      canAsk: true,
      protocol: 'auto',
      advertisesPlans: true,
      planTools: 'on',
      timeoutMs: null,
      theme: 'dark',
      color: true,
      has256Colors: true,
      hyperlinks: true,
      ascii: false,
      animation: true,
      alternateScreen: true,
      mouse: true,
      asksBackground: true,
      knowsBackground: false,
      screenReader: false,
      keepsState: true,
      title: null,
      notify: 'title',
      mode: null,
      infersPlans: true,
      historyBytes: 2 ** 25,
      doubtRules: { off: new Set(), staleCalls: 15, staleMs: 300_000 },
      wireBytes: 2 ** 26,
      tokenFile: null,
      hosts: [],
      ownKeys: null,
      hooks: [],
    })
  })

  test.each<[string, RunCircumstances, object]>([
    [
      'in a pipe is text, ends when idle, and cannot ask',
      piped,
      { format: 'text', exitOn: 'idle', canAsk: false, color: false },
    ],
    ['without a keyboard is text', { ...onTerminal, hasKeyboard: false, promptCount: 1 }, { format: 'text' }],
    [
      'on a dumb terminal is text',
      { ...onTerminal, environment: { TERM: 'dumb' }, promptCount: 1 },
      { format: 'text', canAsk: false, isDumb: true },
    ],
    [
      'on a dumb terminal reads to screen readers, and can ask',
      { ...onTerminal, environment: { TERM: 'dumb' }, flags: { screenReader: true } },
      { format: 'tui', screenReader: true, canAsk: true },
    ],
    [
      'is not changed by CI',
      { ...onTerminal, environment: { TERM: 'xterm', CI: '1' } },
      { format: 'tui', color: true },
    ],
    [
      'of a session that goes on needs no prompt',
      { ...piped, promptCount: 0, continuesSession: true },
      { format: 'text', exitOn: 'idle' },
    ],
    [
      'takes its mode and more from any of them',
      {
        ...onTerminal,
        config: { mode: 'plan', notify: 'bell', tokenFile: 'a' },
        environmentSettings: { tokenFile: 'b' },
        flags: { mode: 'ask', inferredPlans: false },
      },
      { mode: 'ask', notify: 'bell', tokenFile: 'b', infersPlans: false },
    ],
    [
      'with tui in the configuration may still be piped',
      { ...piped, config: { format: 'tui' } },
      { format: 'text' },
    ],
    [
      'prefers flags to the environment, and that to the configuration',
      {
        ...piped,
        config: { theme: 'dark', ascii: true, exitOn: 'never' },
        environmentSettings: { theme: 'light', ascii: false },
        flags: { theme: 'high-contrast' },
      },
      { theme: 'high-contrast', ascii: false, exitOn: 'never' },
    ],
  ])('%s', (_name, given, wanted) => {
    expect(resolved(given)).toMatchObject(wanted)
  })

  test.each<[string, Partial<RunCircumstances>, Settings, string, string]>([
    [
      'a screen in a pipe',
      piped,
      { format: 'tui' },
      '--format tui: standard output is not a terminal',
      'Use --format text or --format json here.',
    ],
    [
      'a screen without keys',
      { hasKeyboard: false },
      { format: 'tui' },
      '--format tui: there is no terminal to read keys from',
      'Use --format text or --format json here.',
    ],
    [
      'text without a prompt',
      { ...piped, promptCount: 0 },
      {},
      'nothing to do: no prompt, and a run without a screen ends when the agent is idle',
      'Give --prompt TEXT, or --exit-on never to watch until the agent ends.',
    ],
    [
      'JSON without a prompt',
      { ...piped, promptCount: 0 },
      { format: 'json' },
      'nothing to do: no prompt, and --format json ends when the agent is idle',
      'Give --prompt TEXT, or --exit-on never to watch until the agent ends.',
    ],
  ])('%s is refused', (...[, given, flags, message, hint]) => {
    expect(resolved({ ...onTerminal, ...given, flags })).toEqual({ message, hint })
  })
})

describe('the traits of a terminal', () => {
  type Environment = Readonly<Record<string, string>>
  const traits = (environment: Environment, isTerminal = true) => terminalTraits(environment, isTerminal)

  test.each<[Environment, boolean]>([
    [{ TERM: 'xterm' }, true],
    [{ TERM: 'xterm', NO_COLOR: '1' }, false],
    [{ TERM: 'xterm', NO_COLOR: '' }, true],
    [{ TERM: 'xterm', NO_COLOR: '1', FORCE_COLOR: '1' }, true],
    [{ TERM: 'xterm', FORCE_COLOR: '0' }, false],
    [{ TERM: 'dumb' }, false],
  ])('colour with %o: %s', (environment, wanted) => expect(traits(environment).color).toBe(wanted))

  test('no colour in a pipe, unless it is forced', () => {
    expect([traits({}, false).color, traits({ FORCE_COLOR: '3' }, false).color]).toEqual([false, true])
  })

  test.each<[Environment, boolean]>([
    [{ TERM: 'xterm-256color' }, true],
    [{ TERM: 'dumb' }, false],
    [{ TERM: 'linux' }, false],
    [{}, false],
    [{ TERM: 'screen-256color' }, false],
    [{ TERM: 'screen-256color', TMUX: '/tmp/x' }, true],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, false],
    [{ TERM: 'xterm-256color', VTE_VERSION: '5000' }, false],
    [{ TERM: 'xterm-256color', VTE_VERSION: '7600' }, true],
    [{ TERM: 'linux', FORCE_HYPERLINK: '1' }, true],
    [{ TERM: 'xterm', FORCE_HYPERLINK: '0' }, false],
  ])('links with %o: %s', (environment, wanted) => expect(traits(environment).hyperlinks).toBe(wanted))

  test.each<[Environment, boolean]>([
    [{}, false],
    [{ LANG: 'C.UTF-8' }, false],
    [{ LANG: 'de_DE.utf8' }, false],
    [{ LANG: 'C' }, true],
    [{ LANG: 'de_DE.ISO-8859-1' }, true],
    [{ LANG: 'C', LC_ALL: 'en_US.UTF-8' }, false],
    [{ LANG: 'en_US.UTF-8', LC_CTYPE: 'POSIX' }, true],
    [{ LANG: 'en_US.UTF-8', TERM: 'linux' }, true],
  ])('ASCII with %o: %s', (environment, wanted) => expect(traits(environment).ascii).toBe(wanted))

  test.each<[Environment, boolean]>([
    [{ TERM: 'xterm-256color' }, true],
    [{ TERM: 'tmux-256color', TMUX: '/tmp/tmux' }, true],
    [{ WT_SESSION: '1' }, true],
    [{ TERM: 'linux' }, false],
    [{ TERM: 'eterm-color' }, false],
    [{ TERM: 'vt100' }, false],
    [{}, false],
  ])('may be asked for its background with %o: %s', (environment, wanted) =>
    expect(traits(environment).background).toBe(wanted),
  )

  test.each<[string, Partial<RunCircumstances>, boolean]>([
    ['auto', { flags: { theme: 'auto' } }, true],
    ['named', { config: { theme: 'dark' } }, false],
    ['a file', { ownTheme: { base: 'light', changes: {} } }, false],
    ['without colours', { environment: { TERM: 'xterm', NO_COLOR: '1' } }, false],
    ['not on a terminal', { isOutputTerminal: false, promptCount: 1 }, false],
  ])('is asked for its background if the theme is %s: %o', (_, given, wanted) => {
    expect(resolved({ ...onTerminal, ...given })).toMatchObject({ asksBackground: wanted })
  })

  test('the background by COLORFGBG', () => {
    expect(
      [undefined, '15;0', '0;15', '0;default;7', '0;default'].map((COLORFGBG) =>
        terminalTheme({ COLORFGBG }),
      ),
    ).toEqual([null, 'dark', 'light', 'light', null])
  })
})
