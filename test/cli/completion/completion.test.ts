import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { agentWords } from '../../../src/app/known-agents/known-agents.ts'
import { allCommands } from '../../../src/cli/commands/commands.ts'
import { parseArguments } from '../../../src/cli/parse-arguments.ts'
import {
  completedCommands,
  shells,
  type CompletedOption,
} from '../../../src/cli/completion/completed-commands.ts'
import { scripts } from '../../../src/cli/completion/shell-scripts.ts'

const commands = await completedCommands(allCommands, ['mine', ...agentWords])

/** Of each command one option of each kind: the goldens of the help have what is said of the others. */
const someOptions = commands.map((command) => ({
  ...command,
  options: [...new Map(command.options.map((option) => [kindOf(option), option])).values()],
}))

function kindOf({ spelling, value }: CompletedOption): string {
  return `${value?.type} ${spelling.startsWith('--')}`
}

describe.each(shells)('the completion of %s', (shell) => {
  const write = scripts[shell]
  test('matches its golden', async () => {
    await expect(write(someOptions)).toMatchFileSnapshot(`golden/completion-${shell}.txt`)
  })

  test('has every command and every option', () => {
    const script = write(commands)
    for (const { name, options } of allCommands) {
      if (name !== null) expect(script).toMatch(new RegExp(`\\b${name}\\b`))
      for (const { name: option } of options) expect(script).toContain(option)
    }
  })
})

test('values of options are values that the program accepts', () => {
  for (const { name, options } of commands)
    for (const { spelling, value } of options) {
      if (value?.type !== 'words') continue
      for (const typed of value.words) {
        // Something follows the word.
        const word = typed.endsWith('=') ? `${typed}x` : typed
        const words = name === 'render' ? ['render', 'x.ndjson', '-o', 'x.cast', '-o', 'x.svg'] : [name]
        const trace = name === 'replay' ? ['x.ndjson'] : []
        const isAgent = ['--agent', '-a'].includes(spelling)
        const agent = agentOf(name).slice(0, isAgent ? -2 : undefined)
        const parsed = parseArguments([...words.filter(Boolean), ...trace, spelling, word, ...agent])
        expect([name, spelling, word, parsed.ok]).toEqual([name, spelling, word, true])
        if (!parsed.ok || parsed.value.type !== 'run') continue
        const request = parsed.value.command.read(parsed.value.line)
        expect([name, spelling, word, request.ok]).toEqual([name, spelling, word, true])
      }
    }
})

function agentOf(name: string): readonly string[] {
  if (name === 'lint') return ['--prompt', 'x', '--', 'agent']
  return ['', 'tap', 'doctor'].includes(name)
    ? ['--', 'agent']
    : name === 'connect'
      ? ['ws://localhost/']
      : []
}

/** What bash offers for the last of these words; readline splits at `=`. */
function completedByBash(...words: readonly string[]): readonly string[] {
  const script = `${scripts.bash(commands)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _acp_plan_tui; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', 'acp-plan-tui', ...words], {
    encoding: 'utf8',
    cwd: '/',
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line !== '')
}

describe.skipIf(process.platform === 'win32')('in bash', () => {
  test.each([
    [['re'], ['replay', 'render']],
    [['demo', 'mark'], ['markdown']],
    [['demo', '--spe'], ['--speed']],
    [['--theme', 'li'], ['light']],
    [
      ['--theme', '='],
      ['auto', 'dark', 'light', 'high-contrast'],
    ],
    [['replay', '--theme', '=', 'd'], ['dark']],
    [
      ['lint', '--format', ''],
      ['text', 'json', 'github', 'junit', 'sarif', 'gitlab'],
    ],
    [['completion', 'p'], ['powershell']],
    [['--prompt', 're'], []],
    [['connect', 'x'], []],
    [['demo', '--', 'x'], []],
  ])('after %j there is %j', (words, offered) => {
    expect(completedByBash(...words)).toEqual(offered)
  })

  test('the agent after -- is a command, and then files', () => {
    expect(completedByBash('--on', 'plan-')).toEqual(['plan-ready=', 'plan-done='])
    expect(completedByBash('--', 'bas')).toContain('bash')
    expect(completedByBash('tap', '--', 'bash', 'et')).toContain('etc')
  })

  test('folders and files are offered where an option takes one', () => {
    expect(completedByBash('--cwd', 'et')).toEqual(['etc'])
    expect(completedByBash('replay', 'et')).toEqual(['etc'])
  })
})
