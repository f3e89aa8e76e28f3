import type { Declaration, KeyDeclaration } from './declaration.ts'

/** An attribute of the record in a key, and how short values are filled up. */
type Part = { attribute: string; padding: { length: number; char: string } | undefined }

/** A key: fixed text and attributes, one after the other. */
export type CompiledKey = {
  field: string
  composite: readonly string[]
  segments: readonly (string | Part)[]
  isLowerCase: boolean
}

/** The keys of an index, and which records it contains. */
export type CompiledKeys = {
  pk: CompiledKey
  sk: CompiledKey
  only: { attribute: string; value: string } | undefined
}

export function compileKeys({ model, attributes, indexes }: Declaration): Record<string, CompiledKeys> {
  const partOf = (attribute: string): Part => ({ attribute, padding: attributes[attribute]?.padding })
  const keyOf = ({ field, composite, template, casing }: KeyDeclaration, prefix: string): CompiledKey => ({
    field,
    composite,
    segments:
      template === undefined
        ? [prefix, ...composite.flatMap((attribute) => [`#${attribute}_`, partOf(attribute)])]
        : segmentsOf(template, partOf),
    isLowerCase: casing !== 'none',
  })
  return Object.fromEntries(
    Object.entries(indexes).map(([name, { pk, sk, collection, only }]) => [
      name,
      {
        pk: keyOf(pk, `$${model.service}`),
        sk: keyOf(sk, `$${collection ? `${collection}#` : ''}${model.entity}_${model.version}`),
        only,
      },
    ]),
  )
}

/** Every second part of a split by a pattern with a group is an attribute. */
function segmentsOf(template: string, partOf: (attribute: string) => Part): (string | Part)[] {
  return template
    .split(/\$\{(\w+)\}/)
    .map((text, index) => (index % 2 === 1 ? partOf(text) : text))
    .filter((segment) => segment !== '')
}

/** The beginning of a key. */
export type KeyStart = {
  /** The text up to the first attribute that is missing. */
  text: string
  /** The text up to the last attribute that is not missing. */
  known: string
  missing: string | undefined
}

export function keyText(
  { segments, isLowerCase }: CompiledKey,
  record: Readonly<Record<string, unknown>>,
): KeyStart {
  let text = ''
  let known = ''
  let missing: string | undefined
  for (const segment of segments) {
    if (typeof segment === 'string') {
      text += segment
      continue
    }
    const { attribute, padding } = segment
    const value = record[attribute]
    if (value === undefined) {
      missing = attribute
      break
    }
    text += padding ? String(value).padStart(padding.length, padding.char) : String(value)
    known = text
  }
  return isLowerCase
    ? { text: text.toLowerCase(), known: known.toLowerCase(), missing }
    : { text, known, missing }
}
