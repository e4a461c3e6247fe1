// Reads XML documents, and rejects what is not well-formed.

/** An element of an XML document, with its text and elements in their order. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (XmlElement | string)[]
}

const token =
  /<(?<name>[A-Za-z][\w.-]*)(?<attributes>(?:\s+[\w:.-]+="[^"<]*")*)\s*(?<empty>\/?)>|<\/(?<end>[A-Za-z][\w.-]*)>|(?<text>[^<]+)/y

/** Reads a document as strictly as a browser reads XML: elements, attributes in double quotes, text. Else it throws. */
export function readXml(text: string): XmlElement {
  // oxlint-disable-next-line no-control-regex -- not allowed in XML 1.0
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text) || !text.isWellFormed())
    throw new Error('a character that XML has not')
  const root: Open = { name: '', attributes: new Map(), children: [] }
  const open: Open[] = [root]
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const groups = token.exec(text)?.groups
    const into = open.at(-1)
    if (groups === undefined || into === undefined) throw new Error(`not XML: ${text.slice(at, at + 60)}`)
    if (groups['text'] !== undefined) into.children.push(unescaped(groups['text']))
    else if (groups['end'] !== undefined) {
      if (into.name !== groups['end']) throw new Error(`</${groups['end']}> ends <${into.name}>`)
      open.pop()
    } else {
      const element: Open = {
        name: groups['name'] ?? '',
        attributes: attributesOf(groups['attributes'] ?? ''),
        children: [],
      }
      into.children.push(element)
      if (groups['empty'] !== '/') open.push(element)
    }
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> has no end`)
  const [only, ...others] = root.children.filter((child) => typeof child !== 'string' || child.trim() !== '')
  if (only === undefined || typeof only === 'string' || others.length > 0) throw new Error('not one element')
  return only
}

interface Open extends XmlElement {
  readonly children: (XmlElement | string)[]
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (attributes.has(name)) throw new Error(`${name} twice`)
    attributes.set(name, unescaped(value))
  }
  return attributes
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
])

function unescaped(text: string): string {
  return text.replace(/&(\w*)(;?)/g, (whole, name: string, end: string) => {
    const sign = entities.get(name)
    if (sign === undefined || end === '') throw new Error(`no entity: ${whole}`)
    return sign
  })
}

/** All elements of a document, from the outside in. */
export function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) if (typeof child !== 'string') yield* elementsOf(child)
}

/** The text in an element, without its elements. */
export function textIn(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('')
}
