import { expect, test } from 'vitest'
import { clipboardRoute, isElsewhere } from '../../../src/terminal/clipboard/clipboard-traits.ts'

const xterm = { TERM: 'xterm-256color' }

test.each([
  [{ TERM: 'xterm-kitty' }, 'kitty'],
  [{ ...xterm, KITTY_WINDOW_ID: '1' }, 'kitty'],
  [{ ...xterm, TERM_PROGRAM: 'ghostty' }, 'Ghostty'],
  [{ TERM: 'xterm-ghostty' }, 'Ghostty'],
  [{ ...xterm, TERM_PROGRAM: 'WezTerm' }, 'WezTerm'],
  [{ TERM: 'foot' }, 'foot'],
  [{ TERM: 'foot-direct' }, 'foot'],
  [{ TERM: 'alacritty' }, 'Alacritty'],
  [{ ...xterm, ALACRITTY_WINDOW_ID: '7' }, 'Alacritty'],
  [{ ...xterm, WT_SESSION: 'c1' }, 'Windows Terminal'],
  [{ ...xterm, KONSOLE_VERSION: '241202' }, 'Konsole'],
])('%j takes it: %s', (environment, terminal) => {
  expect(clipboardRoute(environment)).toEqual({ type: 'known', terminal })
})

test.each([
  xterm,
  { ...xterm, TERM_PROGRAM: 'iTerm.app' },
  { ...xterm, TERM_PROGRAM: 'Apple_Terminal' },
  { ...xterm, TERM_PROGRAM: 'vscode' },
  { ...xterm, VTE_VERSION: '7600' },
  { ...xterm, KONSOLE_VERSION: '230805' },
  { TERM: 'footnote' },
  { ...xterm, KITTY_WINDOW_ID: '' },
  { ...xterm, ZELLIJ: '0', KITTY_WINDOW_ID: '1' },
  // A multiplexer that is reached by SSH.
  { TERM: 'tmux-256color', TERM_PROGRAM: 'WezTerm' },
])('nobody knows whether %j takes it', (environment) => {
  expect(clipboardRoute(environment)).toEqual({ type: 'unknown' })
})

test.each([
  { TERM: 'linux' },
  { TERM: 'dumb' },
  {},
  { TERM: 'eterm-color' },
  { TERM: 'vt100' },
  { ...xterm, TERMINAL_EMULATOR: 'JetBrains-JediTerm' },
])('nothing is sent to %j', (environment) => {
  expect(clipboardRoute(environment)).toEqual({ type: 'none' })
})

test('a multiplexer stands before the terminal that it was started in', () => {
  expect(clipboardRoute({ TERM: 'tmux-256color', TMUX: '/tmp/t,1,0', KITTY_WINDOW_ID: '1' })).toEqual({
    type: 'tmux',
  })
  expect(clipboardRoute({ TERM: 'screen', STY: '1.pts' })).toEqual({ type: 'screen' })
})

test('mosh may be between where SSH is', () => {
  expect(isElsewhere({ SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' })).toBe(true)
  expect(isElsewhere({ SSH_TTY: '' })).toBe(false)
})
