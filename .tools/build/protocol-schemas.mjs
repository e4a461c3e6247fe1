import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// The JSON Schemas of the protocol, as the SDK ships them: 1.4 MB with their descriptions. What checks messages needs a tenth of it.

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))))
const wanted = /^@agentclientprotocol\/sdk\/schema\/(v\d)\/schema\.unstable\.json$/

/** The unstable schema of a version, reduced; `unstable: true` marks what the stable one does not have, `absolute: true` paths. */
function protocolSchema(version) {
  const [stable, unstable] = ['schema.json', 'schema.unstable.json'].map((name) =>
    JSON.parse(
      readFileSync(path.join(root, 'node_modules/@agentclientprotocol/sdk/schema', version, name), 'utf8'),
    ),
  )
  const $defs = Object.entries(unstable.$defs).flatMap(([name, schema]) =>
    envelopes.has(name) ? [] : [[name, marked(withPath(reduced(schema), schema), stable.$defs[name])]],
  )
  return { $defs: Object.fromEntries($defs) }
}

/** They join all messages of one side, which are looked up by their methods. */
const envelopes = new Set(
  ['Agent', 'Client'].flatMap((side) =>
    ['Request', 'Response', 'Notification'].map((kind) => `${side}${kind}`),
  ),
)

const kept = new Set([
  '$ref',
  'type',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'const',
  'enum',
  'minimum',
  'maximum',
  'minItems',
  'minLength',
  'contentEncoding',
  'x-method',
  'x-side',
])

/** What is left out neither rejects a value nor names one. */
function reduced(schema) {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(reduced)
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (!kept.has(key) && !(key === 'format' && value === 'uri')) return []
      if (key !== 'properties') return [[key, reduced(value)]]
      const fields = Object.entries(value).map(([name, field]) => [name, withPath(reduced(field), field)])
      return [[key, Object.fromEntries(fields)]]
    }),
  )
}

/** That a path is absolute stands in descriptions only: `absolute: true` marks the field, or the items of a list. */
function withPath(field, { description = '' }) {
  if (!/\babsolute\b/i.test(description)) return field
  if (field.items !== undefined) return { ...field, items: { ...field.items, absolute: true } }
  return [field.type].flat().includes('string') ? { ...field, absolute: true } : field
}

function marked(schema, stable) {
  if (stable === undefined) return { ...schema, unstable: true }
  const result = { ...schema }
  if (schema.properties !== undefined) {
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [
        name,
        stable.properties?.[name] === undefined ? { ...field, unstable: true } : field,
      ]),
    )
  }
  for (const key of ['anyOf', 'oneOf']) {
    if (schema[key] === undefined) continue
    const known = new Set((stable[key] ?? []).map(variantOf))
    result[key] = schema[key].map((each) => (known.has(variantOf(each)) ? each : { ...each, unstable: true }))
  }
  return result
}

/** What tells a variant from the others of its union. */
function variantOf(schema) {
  const constants = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, field.const])
  return JSON.stringify([schema.const, schema.$ref, schema.allOf, schema.type, constants])
}

/** For esbuild: as a JSON text, which is faster to parse than so much code. */
export const protocolSchemas = {
  name: 'protocol-schemas',
  setup(build) {
    build.onResolve({ filter: wanted }, ({ path: name }) => ({
      path: wanted.exec(name)[1],
      namespace: 'protocol-schemas',
    }))
    build.onLoad({ filter: /./, namespace: 'protocol-schemas' }, ({ path: version }) => ({
      contents: moduleOf(version),
      loader: 'js',
    }))
  },
}

/** The same for vitest. */
export const protocolSchemasForTests = {
  name: 'protocol-schemas',
  enforce: 'pre',
  resolveId: (name) => (wanted.test(name) ? `\0protocol-schema:${wanted.exec(name)[1]}` : undefined),
  load: (id) => (id.startsWith('\0protocol-schema:') ? moduleOf(id.split(':')[1]) : undefined),
}

function moduleOf(version) {
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(protocolSchema(version)))})`
}
