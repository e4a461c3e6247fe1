import { createHash } from 'node:crypto'
import { compileFunction } from 'node:vm'
import { parse } from 'acorn'

/**
 * Node 20 compiles each module anew in each run. It can keep the compiled form of a script only, so this makes a module of the bundle two
 * files: a script, which is a function of all that the module imports, and a module of the same name and exports, which calls it through
 * `src/system/script-cache.ts`. Exports are values then, no live bindings: throws where an exported variable is changed later, and for
 * forms that esbuild does not write.
 */
export function cachedScript({ path: file, text }) {
  const parsed = parse(text, { ecmaVersion: 'latest', sourceType: 'module' })
  const imports = parsed.body.filter(({ type }) => type === 'ImportDeclaration')
  const exports = parsed.body.filter(({ type }) => type.startsWith('Export'))
  if (exports.some(({ type, source }) => type !== 'ExportNamedDeclaration' || source !== null))
    throw new Error(`${file} exports in a way that a script cannot`)
  const exported = exports.flatMap(({ specifiers }) => specifiers)
  const changes = [...imports, ...exports].map(({ start, end }) => ({ start, end, by: '' }))
  const fixed = new Set(exported.map(({ local }) => local.name))
  visit(parsed, (node) => {
    const assigned = node.type === 'UpdateExpression' ? node.argument : node.left
    if (/^(?:Update|Assignment)Expression$/.test(node.type) && fixed.has(assigned.name))
      throw new Error(`${file} exports ${assigned.name}, which changes later`)
    if (node.type === 'MetaProperty' && node.meta.name === 'import')
      changes.push({ start: node.start, end: node.end, by: '__meta' })
    if (node.type === 'ImportExpression')
      changes.push({ start: node.start, end: node.start + 'import'.length, by: '__import' })
  })
  const names = imports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name))
  const values = exported.map(({ local }) => local.name)
  const [asynchronous, awaited] = waits(parsed.body) ? ['async ', 'await '] : ['', '']
  const script = `(${asynchronous}function(${['__meta', '__import', ...names].join()}){"use strict";${changed(text, changes)}\nreturn[${values.join()}]})`
  // It is refused here and not in a run.
  compileFunction(`return ${script}`, [], { filename: file })
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 16)
  const module = [
    ...imports.map(({ start, end }) => text.slice(start, end)),
    'import{cachedScript as __script}from"../script-cache.js"',
    `const __made=${awaited}__script(import.meta.url,"${hash}")(${['import.meta', '(a)=>import(a)', ...names].join()})`,
    ...exported.map((_, at) => `const __${at}=__made[${at}]`),
    `export{${exported.map(({ exported: { name } }, at) => `__${at} as ${name}`).join()}}`,
  ]
  return [
    { path: file, contents: module.join(';') },
    { path: scriptOf(file), contents: script },
  ]
}

/** The script beside a module; as in `src/system/script-cache.ts`. */
function scriptOf(file) {
  return file.replace(/\.js$/, '.script.js')
}

function changed(text, changes) {
  let [result, at] = ['', 0]
  for (const { start, end, by } of changes.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + by
    at = end
  }
  return result + text.slice(at)
}

/** Whether the module itself awaits something. */
function waits(node) {
  if (node === null || typeof node !== 'object' || /Function|Method/.test(node.type)) return false
  return node.type === 'AwaitExpression' || Object.values(node).some(waits)
}

function visit(node, see) {
  if (typeof node?.type === 'string') see(node)
  for (const value of Object.values(node)) {
    if (Array.isArray(value))
      value.forEach((item) => item !== null && typeof item === 'object' && visit(item, see))
    else if (value !== null && typeof value === 'object') visit(value, see)
  }
}
