import * as z from 'zod/mini'
import { described, named, schemaPlace } from '../../lib/described-schema.ts'
import { roles, themeNames, type Role } from '../../ui/paint/theme.ts'
import { colorNames, styleFlags } from './theme-words.ts'

const color = named(
  'Color',
  z.union([
    z.literal(['default', ...colorNames]),
    z.int().check(z.gte(0), z.lte(255)),
    z.string().check(z.regex(/^#[\dA-Fa-f]{6}$/)),
  ]),
  "A colour of the terminal's palette by its name or number, one of the 256 by its number, or any; `default`: the terminal's own.",
)

const style = named(
  'Style',
  z.union([
    color,
    z.strictObject({
      color: z.optional(color),
      background: z.optional(color),
      ...Object.fromEntries(styleFlags.map((flag) => [flag, z.optional(z.boolean())])),
    }),
  ]),
  'A colour of the text, or parts of a style; what is absent stays as in the extended theme.',
)

/** What each role is for. */
const uses: Readonly<Record<Role, string>> = {
  normal: 'Ordinary text.',
  strong: 'What happens now, and important words.',
  dim: 'What is done, and secondary text.',
  key: 'A key, beside what it does.',
  accent: 'The current step, the selected tab, the cursor.',
  good: 'Success: a completed step, a full bar.',
  warning: 'What needs attention.',
  bad: 'Errors, and what is dangerous.',
  inverse: 'A match of a search, the cursor in a text.',
  heading: 'Headings in documents, and keywords in code.',
  code: 'Code in documents, and numbers in code.',
  link: 'Links in documents.',
  added: 'Added lines in a diff.',
  gone: 'Removed lines in a diff.',
  struck: 'Steps that were removed.',
}

/** A theme file. Accepts what `checkTheme` accepts, and nothing else. */
export const themeSchema = z.strictObject({
  $schema: schemaPlace,
  extends: z.optional(
    described(z.literal([...themeNames]), 'The theme for everything else (default: dark).'),
  ),
  ...Object.fromEntries(roles.map((role) => [role, z.optional(described(z.union([style]), uses[role]))])),
})
