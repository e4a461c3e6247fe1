import type { GateName } from './planted-project.ts'

/** A fault in a file of its own, and what the gate has to say on the line that names this file. */
export interface Violation {
  readonly what: string
  readonly file: string
  readonly content: string
  readonly says: string
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `export const line${index} = ${index}\n`).join('')

export const violations: Readonly<Record<GateName, readonly [Violation, ...Violation[]]>> = {
  format: [
    { what: 'semicolons', file: 'src/lib/semi.ts', content: 'export const two = 2;\n', says: '[warn]' },
  ],
  types: [
    {
      what: 'a wrong type',
      file: 'src/lib/wrong.ts',
      content: "export const two: number = 'two'\n",
      says: 'TS2322',
    },
    {
      what: 'an index taken for granted',
      file: 'src/lib/index.ts',
      content: 'const all: readonly number[] = []\nexport const two: number = all[0]\n',
      says: 'TS2322',
    },
    {
      what: 'an enum, which does not erase',
      file: 'src/lib/enum.ts',
      content: 'export enum Two {\n  one,\n}\n',
      says: 'TS1294',
    },
    {
      what: 'what Node 20 does not have',
      file: 'src/lib/newer.ts',
      content: 'export const two = Promise.withResolvers<number>()\n',
      says: 'TS2550',
    },
  ],
  lint: [
    {
      what: 'a promise that nobody waits for',
      file: 'src/lib/floating.ts',
      content: 'export async function later(): Promise<void> {}\n\nlater()\n',
      says: '[Error/typescript(no-floating-promises)]',
    },
    {
      what: 'a promise where a callback should give nothing',
      file: 'src/lib/misused.ts',
      content: "process.on('exit', async () => {\n  await Promise.resolve()\n})\n",
      says: '[Error/typescript(no-misused-promises)]',
    },
    {
      what: 'a source file of 301 lines',
      file: 'src/lib/long.ts',
      content: lines(301),
      says: '[Error/eslint(max-lines)]',
    },
    {
      what: 'a test file of 401 lines',
      file: 'test/long.test.ts',
      content: lines(401),
      says: '[Error/eslint(max-lines)]',
    },
    {
      what: 'a default export',
      file: 'src/lib/default.ts',
      content: 'const two = 2\nexport default two\n',
      says: '[Error/import(no-default-export)]',
    },
    {
      what: 'console in the program',
      file: 'src/lib/console.ts',
      content: 'console.log(2)\n',
      says: '[Error/eslint(no-console)]',
    },
    {
      what: 'a file that is read whole past the one reader',
      file: 'src/cli/read.ts',
      content: "import { readFileSync } from 'node:fs'\n\nexport const two = readFileSync('two')\n",
      says: '[Error/eslint(no-restricted-imports)]',
    },
    {
      what: 'a schema of what is written, loaded by who writes',
      file: 'src/outputs/json/loaded.ts',
      content:
        "import { schema } from '../../protocol/trace/trace-schema.ts'\n\nexport const loaded = schema\n",
      says: '[Error/eslint(no-restricted-imports)]',
    },
    {
      what: 'the same for a type, where the module is loaded all the same',
      file: 'src/outputs/json/half-loaded.ts',
      content:
        "import { type Schema } from '../../protocol/trace/trace-schema.ts'\n\nexport type Loaded = Schema\n",
      says: '[Error/typescript(no-import-type-side-effects)]',
    },
    {
      what: 'a working folder that is believed to be there',
      file: 'src/cli/here.ts',
      content: 'export const here = process.cwd()\n',
      says: '[Error/eslint(no-restricted-properties)]',
    },
    {
      what: 'an export without its return type',
      file: 'src/lib/untyped.ts',
      content: 'export function two() {\n  return 2\n}\n',
      says: '[Error/typescript(explicit-function-return-type)]',
    },
    {
      what: 'JSON that is read without a bound on its depth',
      file: 'src/protocol/parsed.ts',
      content: "export const two = JSON.parse('2') as number\n",
      says: '[Error/eslint(no-restricted-globals)]',
    },
    {
      what: 'the JSON of a response read in the same way',
      file: 'src/sources/body.ts',
      content: 'export const two = async (from: Response): Promise<unknown> => from.json()\n',
      says: '[Error/eslint(no-restricted-properties)]',
    },
    {
      what: 'JSON that is written without one',
      file: 'src/ui/written.ts',
      content: 'export const two = JSON.stringify(2)\n',
      says: '[Error/eslint(no-restricted-globals)]',
    },
    {
      what: 'any',
      file: 'src/lib/any.ts',
      content: 'export const two: any = 2\n',
      says: '[Error/typescript(no-explicit-any)]',
    },
    {
      what: 'a switch that forgets a case',
      file: 'src/lib/switch.ts',
      content:
        "export function two(which: 'a' | 'b'): void {\n  switch (which) {\n    case 'a':\n      break\n  }\n}\n",
      says: '[Error/typescript(switch-exhaustiveness-check)]',
    },
    {
      what: 'four parameters',
      file: 'src/lib/parameters.ts',
      content: 'export function two(a: 1, b: 2, c: 3, d: 4): number {\n  return a + b + c + d\n}\n',
      says: '[Error/eslint(max-params)]',
    },
    {
      what: 'a test that runs alone',
      file: 'test/alone.test.ts',
      content: "import { expect, test } from 'vitest'\n\ntest.only('one', () => expect(1).toBe(1))\n",
      says: '[Error/vitest(no-focused-tests)]',
    },
  ],
  imports: [
    {
      what: 'an adapter that imports another',
      file: 'src/ui/joined.ts',
      content: "import { start } from '../agent/start.ts'\n\nexport const joined = start\n",
      says: 'error ui-imports-inward',
    },
    {
      what: 'lib that imports outward',
      file: 'src/lib/outward.ts',
      content: "import { show } from '../ui/show.ts'\n\nexport const outward = show\n",
      says: 'error lib-imports-inward',
    },
    {
      what: 'a type that points outward',
      file: 'src/plans/typed.ts',
      content: "import type { Start } from '../agent/start.ts'\n\nexport type Typed = Start\n",
      says: 'error plans-imports-inward',
    },
    {
      what: 'a way around: an import that waits',
      file: 'src/plans/late.ts',
      content: "export const late = async (): Promise<unknown> => import('../agent/start.ts')\n",
      says: 'error plans-imports-inward',
    },
    {
      what: 'a circle',
      file: 'src/lib/circle.ts',
      content: "import { circle } from './circle.ts'\n\nexport { circle as round }\n",
      says: 'error no-circles',
    },
    {
      what: 'a file read where only values may be',
      file: 'src/plans/reading.ts',
      content: "import { readFileSync } from 'node:fs'\n\nexport const reading = readFileSync('four')\n",
      says: 'error pure-does-no-io',
    },
    {
      what: 'a socket in a panel',
      file: 'src/ui/panels/socket.ts',
      content: "import { connect } from 'node:net'\n\nexport const socket = connect\n",
      says: 'error pure-does-no-io',
    },
    {
      what: 'Ink in a key table',
      file: 'src/ui/keys/key-table.ts',
      content: "import { Text } from 'ink'\n\nexport const keys = Text\n",
      says: 'error pure-draws-nothing',
    },
    {
      what: 'a view where rows are made',
      file: 'src/ui/panes/shown.ts',
      content: "import { view } from '../view.tsx'\n\nexport const shown = view\n",
      says: 'error pure-knows-no-view',
    },
    {
      what: 'an adapter in a view, beside its JSX',
      file: 'src/ui/view.tsx',
      content:
        "import { Text } from 'ink'\nimport { start } from '../agent/start.ts'\n\nexport const view = <Text>{start}</Text>\n",
      says: 'error ui-imports-inward',
    },
    {
      what: 'React in the core',
      file: 'src/app/state.ts',
      content: "import { useState } from 'react'\n\nexport const state = useState\n",
      says: 'error ink-in-ui-only',
    },
    {
      what: 'the SDK on the screen',
      file: 'src/ui/peer.ts',
      content: "import { client } from '@agentclientprotocol/sdk/unstable'\n\nexport const peer = client\n",
      says: 'error sdk-at-the-edge',
    },
    {
      what: 'a test in the program',
      file: 'src/cli/tested.ts',
      content: "import { tested } from '../../test/tested.ts'\n\nexport const more = tested\n",
      says: 'error src-never-imports-test',
    },
    {
      what: 'a folder that has no place yet',
      file: 'src/utils/two.ts',
      content: "import { two } from '../lib/two.ts'\n\nexport const more = two\n",
      says: 'error known-folders',
    },
    {
      what: 'a package of a package',
      file: 'src/ui/borrowed.ts',
      content: "import wrap from 'wrap-ansi'\n\nexport const borrowed = wrap\n",
      says: 'error only-listed-packages',
    },
    {
      what: 'a file that is not there',
      file: 'src/ui/lost.ts',
      content: "import { gone } from './gone.ts'\n\nexport const lost = gone\n",
      says: 'error no-dead-ends',
    },
  ],
  unused: [
    {
      what: 'an export that nobody imports',
      file: 'src/lib/two.ts',
      content: 'export const two = 2\nexport const spareExport = 3\n',
      says: 'spareExport',
    },
    {
      what: 'a file that nobody imports',
      file: 'src/lib/spare.ts',
      content: 'export const spare = 3\n',
      says: '',
    },
  ],
}
