import { describe, expect, test } from 'vitest'
import { hooksOf, readHook, splitCommand } from '../../../src/cli/arguments/hook-option.ts'
import { hookEvents } from '../../../src/app/state/hook.ts'

describe('the words of a command', () => {
  test.each<[string, readonly string[]]>([
    ['notify-send "agent waits"', ['notify-send', 'agent waits']],
    [`  sh -c 'echo "$0" | cat'  `, ['sh', '-c', 'echo "$0" | cat']],
    [String.raw`say \"hi\" a\ b`, ['say', '"hi"', 'a b']],
    [String.raw`C:\tools\say.exe "C:\my files\x"`, ['C:\\tools\\say.exe', 'C:\\my files\\x']],
    [String.raw`echo 'a\ b' "c \"d\""`, ['echo', 'a\\ b', 'c "d"']],
    [`a''b "" c`, ['ab', '', 'c']],
    [
      'git commit -am done --no-verify #3 *.ts ~',
      ['git', 'commit', '-am', 'done', '--no-verify', '#3', '*.ts', '~'],
    ],
    ['', []],
  ])('%s', (text, words) => {
    expect(splitCommand(text)).toEqual({ ok: true, value: words })
  })

  test.each('| & ; < > ` $ ( )'.split(' '))('%s is for a shell, unless it is quoted', (char) => {
    expect(splitCommand(`a ${char} b`)).toMatchObject({ ok: false })
    expect(splitCommand(`a "${char}" '${char}'`)).toEqual({ ok: true, value: ['a', char, char] })
  })

  test('a quote has to be closed', () => {
    expect(splitCommand(`a 'b`)).toEqual({ ok: false, problem: "the quote ' is not closed" })
  })
})

describe('--on', () => {
  test.each([...hookEvents])('takes %s', (event) => {
    expect(readHook(`${event}=play a=b`)).toEqual({ ok: true, value: { event, command: ['play', 'a=b'] } })
  })

  test.each([
    ['wait=x', 'there is no event “wait”', 'Did you mean waits?'],
    ['waits', '--on waits has no command', "--on waits='notify-send"],
    ['waits=', '--on waits has no command', "--on waits='notify-send"],
    [`waits=''`, '--on waits has no command', "--on waits='notify-send"],
    ['waits=a | b', 'no', 'notify-send'],
  ])('refuses %s', (text, message, hint) => {
    const read = readHook(text)
    expect(read.ok ? '' : read.problem.message).toContain(message)
    expect(read.ok ? '' : read.problem.hint).toContain(hint)
  })

  test('may be repeated, also for one event', () => {
    expect(hooksOf(['waits=a', 'waits=b c'])).toEqual([
      { event: 'waits', command: ['a'] },
      { event: 'waits', command: ['b', 'c'] },
    ])
  })
})
