import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRedactList } from '../../../src/cli/redaction/read-redactor.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

function rulesFile(content: string): string {
  const folder = emptyFolder()
  const file = path.join(folder, 'rules.json')
  writeFileSync(file, content)
  return file
}

describe('the values of --redact', () => {
  test('are classes, separated by commas or repeated', async () => {
    expect(await readRedactList(['paths, keys', 'hosts'])).toEqual({
      ok: true,
      value: { classes: new Set(['paths', 'keys', 'hosts']), rules: null },
    })
  })

  test('and files of rules, with all classes if none is named', async () => {
    const one = rulesFile('{"rules": [{"literal": "Falcon"}]}')
    const other = rulesFile('{"rules": [{"literal": "Heron"}], "allow": ["dana"]}')
    const read = await readRedactList([`${one},${other}`])
    if (!read.ok) throw new Error(read.problem.message)
    expect(read.value.classes).toEqual(new Set(['paths', 'names', 'keys', 'hosts']))
    expect(read.value.rules?.find('Falcon and Heron')).toHaveLength(2)
    expect(read.value.rules?.allowed('dana')).toHaveLength(1)
    expect(await readRedactList([`keys,${one}`])).toMatchObject({ value: { classes: new Set(['keys']) } })
  })

  test.each([
    ['path', 'Did you mean paths? '],
    ['everything', ''],
    ['', ''],
  ])('“%s” is unknown', async (name, mend) => {
    expect(await readRedactList([`keys,${name}`])).toEqual({
      ok: false,
      problem: {
        message: `--redact: “${name}” is unknown`,
        hint: `${mend}Possible are paths, names, keys, hosts, and files of rules, for example paths,names,./rules.json.`,
      },
    })
  })

  test('missing files and files without rules are reported', async () => {
    expect(await readRedactList(['./none.json'])).toMatchObject({
      problem: { message: '--redact ./none.json: there is no such file' },
    })
    const broken = rulesFile('{"rules": [')
    expect(await readRedactList([broken])).toMatchObject({
      problem: { message: expect.stringContaining(`${broken}:1:`) as string },
    })
  })
})
