import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { createApp } from '../../../src/app/app.ts'
import {
  startNotifier,
  noNotice,
  notifyTraits,
  type NotifyMode,
  type NotifyTraits,
} from '../../../src/terminal/notify/notifier.ts'
import { items, opening, stageClock, turnEnded, update } from '../../outputs/stage.ts'
import { hostile } from '../../outputs/stories.ts'

const everything: NotifyTraits = { title: true, progress: true, call: 'osc9' }

/** What is written for events, each list of them between two looks; and what undoes it. */
function written(traits: NotifyTraits, ...steps: readonly (readonly AppEvent[])[]): readonly string[] {
  const app = createApp()
  const clock = stageClock()
  const writes: string[] = []
  let undo = ''
  const stop = startNotifier({
    app,
    clock,
    traits,
    ascii: false,
    write: (bytes) => writes.push(bytes),
    addExtras: (extras) => (undo = extras.undo),
  })
  for (const [index, events] of steps.entries()) {
    for (const event of events) app.dispatch(event)
    clock.moveTo((index + 1) * 1000)
  }
  stop()
  for (const event of opening()) app.dispatch(event)
  clock.moveTo(99_000)
  return [...writes, undo]
}

const st = '\u001b\\'
const half = update(1000, items(null, 'x Read', '. Write'))
const whole = update(2000, items(null, 'x Read', 'x Write'))

describe('the bytes of a run', () => {
  test('contain only what has changed, and are undone', () => {
    expect(written(everything, opening(), [half], [half], [whole, turnEnded(2500)], [])).toEqual([
      '\u001b[22;0t',
      `\u001b]2;acp-plan-tui${st}`,
      `\u001b]2;acp-plan-tui · working${st}\u001b]9;4;3;0${st}`,
      `\u001b]2;acp-plan-tui · 1/2${st}\u001b]9;4;1;50${st}`,
      `\u001b]2;acp-plan-tui · 2/2${st}\u001b]9;4;0;0${st}\u001b]9;acp-plan-tui: the plan is done${st}`,
      `\u001b]2;${st}\u001b[23;0t\u001b]9;4;0;0${st}`,
    ])
  })

  test('join many events', () => {
    const many = Array.from({ length: 500 }, (_, at) => update(at, items(null, `. Step ${at}`)))
    expect(written({ ...everything, call: 'none' }, [...opening(), ...many])).toHaveLength(4)
  })

  test.each<[NotifyTraits['call'], string]>([
    ['bell', '\u0007'],
    ['osc9', `\u001b]9;acp-plan-tui: the plan is done${st}`],
    ['osc777', `\u001b]777;notify;acp-plan-tui;acp-plan-tui: the plan is done${st}`],
  ])('of the call %s', (call, bytes) => {
    expect(written({ ...noNotice, call }, opening(), [whole])).toEqual([bytes, ''])
  })

  test('are none when notifications are off', () => {
    expect(written(noNotice, opening(), [whole])).toEqual([''])
  })

  test('contain no text of the agent', () => {
    const fixed =
      /\u001b\]2;(?:acp-plan-tui(?: · (?:working|waiting for you|the agent has ended|(?:stopped at )?\d+\/\d+))?)?\u001b\\|\u001b\[2[23];0t|\u001b\]9;4;\d;\d+\u001b\\|\u001b\]9;acp-plan-tui: [a-z ]+\u001b\\/g
    const bytes = hostile().map((event) => [event])
    expect(
      written(everything, ...bytes)
        .join('')
        .replaceAll(fixed, ''),
    ).toBe('')
  })
})

describe('what a terminal supports', () => {
  const xterm = { TERM: 'xterm-256color' }
  const iterm = { ...xterm, TERM_PROGRAM: 'iTerm.app' }
  const ghostty = { TERM: 'xterm-ghostty', TERM_PROGRAM: 'ghostty' }
  const tmux = { ...ghostty, TERM: 'tmux-256color', TMUX: '/tmp/x', WT_SESSION: '1' }
  const code = { ...xterm, TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.112.0' }
  const title = { ...noNotice, title: true }
  const both = { ...title, progress: true }

  test.each<[string, NotifyMode, Record<string, string>, NotifyTraits]>([
    ['a title by default', 'title', xterm, title],
    ['nothing when it is off', 'off', { ...xterm, WT_SESSION: '1' }, noNotice],
    ['no title on the Linux console', 'bell', { TERM: 'linux' }, { ...noNotice, call: 'bell' }],
    ['progress in Windows Terminal', 'title', { ...xterm, WT_SESSION: 'a-b' }, both],
    ['progress in ConEmu', 'title', { ...xterm, ConEmuANSI: 'ON' }, both],
    ['progress and a message in Ghostty', 'auto', ghostty, { ...both, call: 'osc9' }],
    ['a message in kitty', 'auto', { TERM: 'xterm-kitty', KITTY_WINDOW_ID: '1' }, { ...title, call: 'osc9' }],
    ['a message in foot', 'auto', { TERM: 'foot' }, { ...title, call: 'osc777' }],
    ['the bell elsewhere', 'auto', xterm, { ...title, call: 'bell' }],
    ['the bell in tmux, whatever it was started in', 'auto', tmux, { ...title, call: 'bell' }],
    [
      'no progress in an old iTerm2, which shows it as a message',
      'title',
      { ...iterm, TERM_PROGRAM_VERSION: '3.4.23' },
      title,
    ],
    [
      'no progress in the last iTerm2 without it',
      'title',
      { ...iterm, TERM_PROGRAM_VERSION: '3.6.5' },
      title,
    ],
    ['progress in a new iTerm2', 'title', { ...iterm, TERM_PROGRAM_VERSION: '3.6.6' }, both],
    ['progress in VS Code', 'title', code, both],
    ['progress in VTE 0.80', 'title', { ...xterm, VTE_VERSION: '8000' }, both],
    ['the call of the option', 'osc777', xterm, { ...title, call: 'osc777' }],
  ])('%s', (_, mode, environment, wanted) => {
    expect(notifyTraits({ mode, environment, screenReader: false })).toEqual(wanted)
  })

  test('screen-reader mode has no title, and a bell only on request', () => {
    const environment = { ...xterm, WT_SESSION: '1' }
    const heard = (mode: NotifyMode): NotifyTraits => notifyTraits({ mode, environment, screenReader: true })
    expect(heard('title')).toEqual(noNotice)
    expect(heard('auto')).toEqual({ ...noNotice, call: 'bell' })
    expect(heard('bell')).toEqual({ ...noNotice, call: 'bell' })
  })
})
