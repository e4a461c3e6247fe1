import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { textEditor, type OwnedTextEditor, editorCommand } from '../../src/terminal/text-editor.ts'
import { patienceMs } from '../support/changes.ts'
import { emptyFolder } from '../support/empty-folder.ts'

let folder: string
let lent: string[]
let nowMs: number

beforeEach(() => {
  folder = emptyFolder()
  mkdirSync(path.join(folder, 'tmp'))
  vi.stubEnv('TMPDIR', path.join(folder, 'tmp'))
  lent = []
  nowMs = 0
})

afterEach(() => {
  vi.unstubAllEnvs()
})

const text = '# Plan\n\n- [ ] Read\n'

/** An editor that does something with the file "$1", and takes so long. */
function editing(script: string, tookMs = 5000): OwnedTextEditor {
  const file = path.join(folder, 'editor')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return editor({ VISUAL: file }, tookMs)
}

function editor(environment: Readonly<Record<string, string>>, tookMs = 5000): OwnedTextEditor {
  return textEditor({
    environment: { PATH: '/usr/bin:/bin', ...environment },
    platform: 'linux',
    clock: { nowMs: () => nowMs },
    async lend(run) {
      lent.push('lent')
      nowMs += tookMs
      try {
        return await run()
      } finally {
        lent.push('back')
      }
    },
  })
}

const left = (): readonly string[] => readdirSync(path.join(folder, 'tmp'))

test('the changed text comes back; its file stays until it is discarded', async () => {
  const own = editing('echo "- [ ] Write" >> "$1"')
  const outcome = await own.edit(text, 'plan-x.md')
  if (outcome.type !== 'changed') throw new Error(outcome.type)
  expect(outcome.text).toBe(`${text}- [ ] Write\n`)
  expect(path.basename(outcome.file)).toBe('plan-x.md')
  expect(lent).toEqual(['lent', 'back'])
  expect(own.close()).toEqual([outcome.file])
  own.discard(outcome.file)
  expect(left()).toEqual([])
  expect(own.close()).toEqual([])
})

test('only the user can read the file and its folder', async () => {
  const own = editing(
    'for each in "$1" "$(dirname "$1")"; do ls -ld "$each" | cut -c1-10; done > "$0.modes"; echo more >> "$1"',
  )
  await own.edit(text, 'plan.md')
  expect(readFileSync(path.join(folder, 'editor.modes'), 'utf8')).toBe('-rw-------\ndrwx------\n')
})

test('an unchanged text leaves nothing', async () => {
  expect(await editing(':').edit(text, 'plan.md')).toEqual({ type: 'unchanged', wasQuick: false })
  expect(left()).toEqual([])
})

test('the file stays for an editor that returns at once, whose window may still be open', async () => {
  const own = editing(':', 999)
  expect(await own.edit(text, 'plan.md')).toEqual({ type: 'unchanged', wasQuick: true })
  expect(left()).toHaveLength(1)
  // Nothing is lost with it: it is not named at the end.
  expect(own.close()).toEqual([])
})

test('line ends of Windows are no change', async () => {
  const own = editing(String.raw`sed -i 's/$/\r/' "$1"`)
  expect(await own.edit(text, 'plan.md')).toMatchObject({ type: 'unchanged' })
})

test.each([
  [': > "$1"', { type: 'empty' }],
  [String.raw`printf '\n \n' > "$1"`, { type: 'empty' }],
  ['rm "$1"', { type: 'gone' }],
  ['rm -r "$(dirname "$1")"', { type: 'gone' }],
])('after %s there is no text, and nothing is left', async (script, outcome) => {
  expect(await editing(script).edit(text, 'plan.md')).toEqual(outcome)
  expect(left()).toEqual([])
})

test('what is no readable file is not read, and stays', async () => {
  const own = editing('rm "$1"; mkfifo "$1"')
  expect(await own.edit(text, 'plan.md')).toMatchObject({
    type: 'unreadable',
    cause: 'it is a pipe, and only regular files are read',
  })
  expect(left()).toHaveLength(1)
})

test.each([
  ['exit 3', 'editor ended with status 3'],
  ['kill -9 $$', 'editor was killed (SIGKILL)'],
])('an editor that fails by %s has changed nothing', async (script, words) => {
  const outcome = await editing(script).edit(text, 'plan.md')
  expect(outcome).toEqual({ type: 'failed', words: `${folder}/${words}`, file: null })
  expect(left()).toEqual([])
  expect(lent).toEqual(['lent', 'back'])
})

test('what was written before the editor failed is kept', async () => {
  const own = editing('echo "my words" >> "$1"; kill -TERM $$')
  const outcome = await own.edit(text, 'plan.md')
  if (outcome.type !== 'failed' || outcome.file === null) throw new Error(outcome.type)
  expect(readFileSync(outcome.file, 'utf8')).toBe(`${text}my words\n`)
  expect(own.close()).toEqual([outcome.file])
})

test.each([
  [{ EDITOR: '/nowhere/vim' }, '/nowhere/vim was not found'],
  [{ EDITOR: 'no-such-editor --wait' }, 'no-such-editor --wait was not found'],
  [{ EDITOR: '/etc/passwd' }, '/etc/passwd is not a program'],
  [{ EDITOR: '/etc/passwd/vim' }, '/etc/passwd/vim was not found'],
  [{ EDITOR: '/etc' }, '/etc is not a program'],
  [{ EDITOR: '/etc --wait' }, '/etc --wait could not be started'],
  [{ EDITOR: '"/nowhere/my vim" --wait' }, '"/nowhere/my vim" --wait was not found'],
  [{ EDITOR: 'vim "--wait' }, 'vim "--wait is no valid command line'],
  [{ EDITOR: 'sh -c "exit 2"' }, 'sh -c "exit 2" ended with status 2'],
  [{ EDITOR: `/${'a'.repeat(5000)}` }, `/${'a'.repeat(198)}… could not be started (ENAMETOOLONG)`],
])('%j is told as what it is', async (environment, words) => {
  expect(await editor(environment).edit(text, 'plan.md')).toEqual({ type: 'failed', words, file: null })
  expect(left()).toEqual([])
})

test.each([[{ EDITOR: '' }], [{ EDITOR: ' ', VISUAL: '\t' }]])('%j is no editor', async (environment) => {
  const own = editor({ ...environment, PATH: folder })
  expect(await own.edit(text, 'plan.md')).toEqual({ type: 'no-editor' })
  expect(own.insteadWords()).toBeNull()
  expect(lent).toEqual([])
})

test('where none is set it is nano, else vi, which is told', async () => {
  for (const name of ['vi', 'nano']) {
    const file = path.join(folder, name)
    writeFileSync(file, `#!/bin/sh\necho ${name} >> "$1"\n`)
    chmodSync(file, 0o755)
    const own = editor({ PATH: `${folder}:/usr/bin:/bin` })
    expect(await own.edit(text, 'plan.md')).toMatchObject({ type: 'changed', text: `${text}${name}\n` })
    expect(own.insteadWords()).toBe(`This was ${name}: neither $VISUAL nor $EDITOR is set.`)
  }
})

test('a command line with quotes is read as a shell reads it', async () => {
  const file = path.join(folder, 'my editor')
  writeFileSync(file, '#!/bin/sh\necho "$1" >> "$2"\n')
  chmodSync(file, 0o755)
  const own = editor({ EDITOR: `"${file}" 'two words'` })
  expect(await own.edit(text, 'plan.md')).toMatchObject({ type: 'changed', text: `${text}two words\n` })
})

test('without an editor the terminal is not lent', async () => {
  expect(await editor({ PATH: folder }).edit(text, 'plan.md')).toEqual({ type: 'no-editor' })
  expect(lent).toEqual([])
  expect(left()).toEqual([])
})

test('without a folder for the file the editor is not started', async () => {
  vi.stubEnv('TMPDIR', path.join(folder, 'missing'))
  const outcome = await editing(':').edit(text, 'plan.md')
  expect(outcome.type === 'not-written' ? outcome.cause : '').toContain('ENOENT')
  expect(lent).toEqual([])
})

test('the end of the run ends the editor, and names the file', async () => {
  const own = editing('echo "my words" >> "$1"; : > "$0.ready"; exec sleep 60')
  const edited = own.edit(text, 'plan.md')
  await vi.waitUntil(() => existsSync(path.join(folder, 'editor.ready')), {
    timeout: patienceMs,
    interval: 5,
  })
  const [file = ''] = own.close()
  expect(await edited).toMatchObject({
    type: 'failed',
    words: `${folder}/editor was terminated (SIGTERM)`,
    file,
  })
  expect(statSync(file).isFile()).toBe(true)
})

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
    isInstead: false,
  })
  expect(editorCommand('/tmp/a b.md', { EDITOR: '/usr/bin/vim' }, 'linux')).toEqual({
    command: '/usr/bin/vim',
    args: ['/tmp/a b.md'],
    shellScript: null,
    isVerbatim: false,
    name: '/usr/bin/vim',
    isInstead: false,
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
