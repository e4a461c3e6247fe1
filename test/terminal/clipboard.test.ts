import { Buffer } from 'node:buffer'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { terminalClipboard, longestCopy, clipboardRoute, isElsewhere } from '../../src/terminal/clipboard.ts'
import { emptyFolder } from '../support/empty-folder.ts'

let folder: string
let written: string

beforeEach(() => {
  folder = emptyFolder()
  written = ''
})

function clipboard(environment: Readonly<Record<string, string>>): ReturnType<typeof terminalClipboard> {
  return terminalClipboard({ environment, write: (bytes) => (written += bytes) })
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const plan = '# Plan\n\n- [x] “日本” 🚀\n'
const sequence = `\u001b]52;c;${base64(plan)}\u0007`

test('a terminal that is known to take it gets the sequence, and its name is told', async () => {
  expect(await clipboard({ TERM: 'xterm-kitty' }).copy(plan)).toEqual({ type: 'sent', by: 'kitty' })
  expect(written).toBe(sequence)
})

test('another one gets it too, but nothing is promised', async () => {
  expect(await clipboard({ TERM: 'xterm-256color' }).copy(plan)).toEqual({ type: 'uncertain' })
  expect(written).toBe(sequence)
})

test('one that would print it gets nothing', async () => {
  expect(await clipboard({ TERM: 'linux' }).copy(plan)).toEqual({ type: 'refused', reason: 'no-clipboard' })
  expect(written).toBe('')
})

test('what is too long for programs on the way is not sent, since half of it might arrive', async () => {
  const kitty = clipboard({ TERM: 'xterm-kitty' })
  // Three bytes each.
  const text = '日'.repeat(longestCopy / 3)
  expect(await kitty.copy(text)).toEqual({ type: 'sent', by: 'kitty' })
  expect(written.length).toBeLessThanOrEqual(100_000)
  written = ''
  expect(await kitty.copy(`${text}.`)).toEqual({ type: 'refused', reason: 'too-large' })
  expect(await clipboard({ TERM: 'screen', STY: '1' }).copy(`${text}.`)).toMatchObject({
    reason: 'too-large',
  })
  expect(written).toBe('')
})

test('over SSH a long copy may be lost in mosh', async () => {
  const kitty = clipboard({ TERM: 'xterm-kitty', SSH_CONNECTION: 'a 1 b 22' })
  expect(await kitty.copy('x'.repeat(12_000))).toEqual({ type: 'sent', by: 'kitty' })
  expect(await kitty.copy('x'.repeat(12_001))).toEqual({ type: 'uncertain' })
})

test('half of a surrogate pair is no reason to fail', async () => {
  await clipboard({ TERM: 'xterm-kitty' }).copy('a\ud83d')
  expect(written).toBe(`\u001b]52;c;${base64('a\ufffd')}\u0007`)
})

test('GNU screen passes it on in pieces', async () => {
  const text = 'plan '.repeat(300)
  expect(await clipboard({ TERM: 'screen', STY: '1.pts' }).copy(text)).toEqual({ type: 'uncertain' })
  const pieces = written.split('\u001b\\').slice(0, -1)
  expect(pieces.length).toBe(3)
  for (const piece of pieces) expect(piece).toMatch(/^\u001bP/)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(768)
  expect(pieces.map((piece) => piece.slice(2)).join('')).toBe(`\u001b]52;c;${base64(text)}\u0007`)
})

/** A `tmux` that keeps what it reads, unless it refuses the flag. */
function tmux({ refuses = '' }: { readonly refuses?: string } = {}): Readonly<Record<string, string>> {
  const file = path.join(folder, 'tmux')
  const refusal = refuses === '' ? '' : `case " $* " in *" ${refuses} "*) exit 1;; esac\n`
  writeFileSync(file, `#!/bin/sh\n${refusal}cat > "${folder}/buffer"\necho "$*" > "${folder}/args"\n`)
  chmodSync(file, 0o755)
  return { TERM: 'tmux-256color', TMUX: '/tmp/tmux-0/default,1,0', PATH: `${folder}:/usr/bin:/bin` }
}

test('tmux is given the text, and passes the sequence on where it may', async () => {
  expect(await clipboard(tmux()).copy(plan)).toEqual({ type: 'in-tmux' })
  expect(readFileSync(path.join(folder, 'buffer'), 'utf8')).toBe(plan)
  expect(readFileSync(path.join(folder, 'args'), 'utf8')).toBe('load-buffer -w -\n')
  expect(written).toBe(`\u001bPtmux;\u001b\u001b]52;c;${base64(plan)}\u0007\u001b\\`)
})

test('a tmux that cannot set the clipboard has the text in its buffer, also one that is too long to be sent', async () => {
  const text = 'x'.repeat(longestCopy + 1)
  expect(await clipboard(tmux({ refuses: '-w' })).copy(text)).toEqual({ type: 'in-tmux' })
  expect(readFileSync(path.join(folder, 'args'), 'utf8')).toBe('load-buffer -\n')
  expect(readFileSync(path.join(folder, 'buffer'), 'utf8')).toBe(text)
  expect(written).toBe('')
})

test.each(['refuses', 'is gone'])('a tmux that %s has nothing', async (how) => {
  const environment = tmux({ refuses: 'load-buffer' })
  if (how === 'is gone') rmSync(path.join(folder, 'tmux'))
  // Without the system's own tmux.
  const here = { ...environment, PATH: how === 'is gone' ? folder : (environment['PATH'] ?? '') }
  expect(await clipboard(here).copy(plan)).toEqual({ type: 'uncertain' })
  expect(await clipboard(here).copy('x'.repeat(longestCopy + 1))).toEqual({
    type: 'refused',
    reason: 'too-large',
  })
  expect(existsSync(path.join(folder, 'buffer'))).toBe(false)
})

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
