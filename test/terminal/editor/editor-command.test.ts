import { expect, test } from 'vitest'
import { editorCommand } from '../../../src/terminal/editor/editor-command.ts'

test('$VISUAL stands before $EDITOR; what is blank is not set', () => {
  const command = (environment: Readonly<Record<string, string>>): string | undefined =>
    editorCommand('/tmp/plan.md', environment, 'linux')?.command
  expect(command({ VISUAL: 'vim', EDITOR: 'ed' })).toBe('vim')
  expect(command({ VISUAL: ' ', EDITOR: 'ed' })).toBe('ed')
  expect(command({})).toBeUndefined()
})

test('a value with arguments is a command line, and the file is an argument of its own', () => {
  expect(editorCommand('/tmp/a b/$(x).md', { EDITOR: 'code --wait' }, 'darwin')).toEqual({
    command: '/bin/sh',
    args: ['-c', 'code --wait "$@"', 'code --wait', '/tmp/a b/$(x).md'],
    shellScript: 'code --wait "$@"',
    isVerbatim: false,
    name: 'code --wait',
  })
  expect(editorCommand('/tmp/a b.md', { EDITOR: '/usr/bin/vim' }, 'linux')).toEqual({
    command: '/usr/bin/vim',
    args: ['/tmp/a b.md'],
    shellScript: null,
    isVerbatim: false,
    name: '/usr/bin/vim',
  })
})

test('Windows has an editor without being told', () => {
  const file = String.raw`C:\Temp\a b\plan.md`
  expect(editorCommand(file, { ComSpec: 'cmd.exe' }, 'win32')).toMatchObject({
    command: 'cmd.exe',
    args: ['/d', '/s', '/c', `"notepad "${file}""`],
    isVerbatim: true,
  })
  expect(editorCommand(file, { VISUAL: '"C:\\Program Files\\e.exe" -w' }, 'win32')?.args.at(-1)).toBe(
    `""C:\\Program Files\\e.exe" -w "${file}""`,
  )
})
