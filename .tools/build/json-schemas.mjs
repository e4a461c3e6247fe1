import { Buffer } from 'node:buffer'
import path from 'node:path'
import esbuild from 'esbuild'

/** The JSON Schemas of the package, of what the program writes and reads. */
export const publishedSchemas = 'src/cli/published-schemas.ts'

/** The published schemas as files of `dist`, computed here so that their users need no library. */
export async function jsonSchemaFiles(root, dist) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [publishedSchemas],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
  const code = Buffer.from(outputFiles[0].contents).toString('base64')
  const { publishedSchemas: schemas } = await import(`data:text/javascript;base64,${code}`)
  return Object.entries(schemas).map(([name, schema]) => ({
    path: path.join(dist, name),
    contents: `${JSON.stringify(schema, null, 2)}\n`,
  }))
}
