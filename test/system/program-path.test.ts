import { describe, expect, test } from 'vitest'
import { programOnPath, withEnding } from '../../src/system/program-path.ts'

const among =
  (...programs: readonly string[]) =>
  (path: string): boolean =>
    programs.includes(path)

describe('a program on PATH', () => {
  test('is the first of its name', () => {
    const env = { PATH: '/usr/bin::/opt/bin' }
    const find = (...programs: readonly string[]): string | null =>
      programOnPath('agent', { env, platform: 'linux', isExecutable: among(...programs) })
    expect(find('/opt/bin/agent', '/usr/bin/agent')).toBe('/usr/bin/agent')
    expect(find('/opt/bin/agent')).toBe('/opt/bin/agent')
    expect(find('agent', '/opt/bin/agent.cmd')).toBeNull()
  })

  test('has one of the endings of Windows, and is a script for other shells only if there is nothing else', () => {
    const env = { Path: 'C:\\a;"C:\\with blanks";C:\\node' }
    const find = (name: string, ...programs: readonly string[]): string | null =>
      programOnPath(name, { env, platform: 'win32', isExecutable: among(...programs) })
    expect(find('npx', 'C:\\node\\npx', 'C:\\node\\npx.cmd')).toBe('C:\\node\\npx.cmd')
    expect(find('node', 'C:\\node\\node.cmd', 'C:\\node\\node.exe')).toBe('C:\\node\\node.exe')
    expect(find('npx.CMD', 'C:\\node\\npx.CMD')).toBe('C:\\node\\npx.CMD')
    expect(find('agent-1.2', 'C:\\a\\agent-1.2.cmd')).toBe('C:\\a\\agent-1.2.cmd')
    expect(find('agent', 'C:\\a\\agent')).toBe('C:\\a\\agent')
    expect(find('agent', 'C:\\a\\agent.ps1')).toBeNull()
  })

  test('is not in the working folder of Windows', () => {
    const isExecutable = (path: string): boolean => !/^[A-Z]:\\/.test(path)
    expect(programOnPath('npx', { env: { PATH: 'C:\\a' }, platform: 'win32', isExecutable })).toBeNull()
    expect(programOnPath('npx', { env: {}, platform: 'win32', isExecutable })).toBeNull()
  })
})

test('a path may lack the ending of Windows, and no other', () => {
  const isExecutable = among('C:\\tools\\agent.bat', '/opt/agent.bat')
  expect(withEnding('C:\\tools\\agent', { env: {}, platform: 'win32', isExecutable })).toBe(
    'C:\\tools\\agent.bat',
  )
  expect(withEnding('/opt/agent', { env: {}, platform: 'linux', isExecutable })).toBeNull()
})
