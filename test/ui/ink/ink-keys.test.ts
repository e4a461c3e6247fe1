import type { Key } from 'ink'
import { describe, expect, test } from 'vitest'
import { privateCharacter } from '../../../src/app/ports/terminal-keys.ts'
import { keyPresses } from '../../../src/ui/ink/ink-keys.ts'

const none = {} as Key

function names(input: string, ...flags: readonly (keyof Key)[]): readonly string[] {
  const key = { ...none, ...Object.fromEntries(flags.map((flag) => [flag, true])) }
  return keyPresses(input, key).map(({ name }) => name)
}

describe('the key presses in one call of Ink', () => {
  test.each([
    ['a', [], ['a']],
    ['G', ['shift'], ['G']],
    ['?', [], ['?']],
    ['jjk', [], ['j', 'j', 'k']],
    ['a b', [], ['a', 'space', 'b']],
    ['日🚀', [], ['日', '🚀']],
    ['a\rb\nc\td\u007f\b', [], ['a', 'enter', 'b', 'ctrl-j', 'c', 'tab', 'd', 'backspace', 'backspace']],
    ['\u0003', [], ['ctrl-c']],
    ['c', ['ctrl'], ['ctrl-c']],
    ['l', ['ctrl'], ['ctrl-l']],
    ['', ['ctrl'], []],
    ['', [], []],
    ['b', ['meta'], ['alt-b']],
    ['\r', ['meta'], ['alt-enter']],
    ['', ['meta'], []],
    ['', ['tab'], ['tab']],
    ['', ['tab', 'shift'], ['shift-tab']],
    ['', ['return'], ['enter']],
    ['', ['return', 'meta'], ['alt-enter']],
    ['', ['return', 'shift'], ['alt-enter']],
    ['', ['return', 'ctrl'], ['alt-enter']],
    ['', ['escape'], ['escape']],
    ['', ['escape', 'meta'], ['escape', 'escape']],
    ['', ['upArrow'], ['up']],
    ['', ['upArrow', 'shift'], ['up']],
    ['', ['leftArrow', 'meta'], ['alt-left']],
    ['', ['rightArrow', 'ctrl'], ['ctrl-right']],
    ['', ['backspace', 'meta'], ['alt-backspace']],
    ['', ['delete'], ['delete']],
    ['', ['pageDown'], ['pagedown']],
    ['', ['pageUp'], ['pageup']],
    ['', ['home'], ['home']],
    ['', ['end'], ['end']],
    [privateCharacter('f1'), [], ['f1']],
    [`a${privateCharacter('f12')}b`, [], ['a', 'f12', 'b']],
    [privateCharacter('insert'), ['meta'], ['alt-insert']],
  ] as const)('%j with %j', (input, flags, expected) => {
    expect(names(input, ...flags)).toEqual(expected)
  })

  test('only keys that type something have a text', () => {
    expect(keyPresses('x 日', none).map(({ text }) => text)).toEqual(['x', ' ', '日'])
    expect(keyPresses('\r', none)).toEqual([{ name: 'enter', text: '' }])
    expect(keyPresses(privateCharacter('f5'), none)).toEqual([{ name: 'f5', text: '' }])
  })
})
