// All JSON Schemas of the package: of what the program writes, and of what it reads. Read when the package is built, and by no run
// of the program.
import * as z from 'zod/mini'
import { publishedSchemas as writtenSchemas } from '../outputs/published-schemas.ts'
import { configSchema } from './config-schema.ts'
import { themeSchema } from './configuration/theme-schema.ts'

/** Each published schema, by the name of its file in `dist`. */
export const publishedSchemas: Readonly<Record<string, object>> = {
  ...writtenSchemas,
  'config-schema.json': {
    $id: 'urn:acp-plan-tui:config:1',
    title: 'The configuration file of acp-plan-tui',
    ...z.toJSONSchema(configSchema),
  },
  'theme-schema.json': {
    $id: 'urn:acp-plan-tui:theme:1',
    title: 'A theme file of acp-plan-tui',
    ...z.toJSONSchema(themeSchema),
  },
}
