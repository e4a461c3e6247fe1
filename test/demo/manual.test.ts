import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { stepKinds } from '../../src/demo/script/reading/step-schemas.ts'

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
const section = read('src/manual/demo.md')

test.each(['two-steps', 'release', 'approval'])('the manual shows the example %s as it is', (name) => {
  expect(section).toContain(`\`\`\`yaml\n${read(`test/demo/examples/${name}.yaml`)}\`\`\`\n`)
})

test('the manual names every step', () => {
  const named = new Set([...section.matchAll(/`([a-z]+)(?:`|: )/g)].map(([, word]) => word))
  expect(stepKinds.filter((kind) => !named.has(kind))).toEqual([])
})
