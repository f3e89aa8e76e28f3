import { Fragment, type ReactNode } from 'react'

/**
 * Puts elements into a sentence: `fill('Signed in as {name}.', { name: <b>Ann</b> })`. A translation may order them as its
 * language needs.
 */
export function fill(sentence: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = sentence.split(/\{(\w+)\}/)
  // Every second part is a name. Parts never move, so their place is their key.
  const nodes = parts.map((part, place) => ({ place, node: place % 2 === 0 ? part : values[part] }))
  return nodes.map(({ place, node }) => <Fragment key={place}>{node}</Fragment>)
}
