/**
 * Entities: what kinds of records the table has, and how each is stored. Data of version 0.1 was written by ElectroDB, so the
 * format is ElectroDB's: `test/properties/table-format.test.ts` compares every entity with it.
 */
import { type CompiledKeys, compileKeys } from './compile-keys.ts'

declare const valueOfType: unique symbol

type BaseType = 'string' | 'number' | 'any'

/** The type of an attribute whose values are `T`. */
export type AttributeType<T> = BaseType & { readonly [valueOfType]: T }

/** Says which values an attribute has, if `string` or `number` says too little. */
export function attributeType<T>(type: BaseType): AttributeType<T> {
  return type as AttributeType<T>
}

export type Attribute = {
  readonly type: BaseType | AttributeType<unknown>
  /** The name under which it is stored. Default: its name in the code. */
  readonly field?: string
  /** Default: false. */
  readonly required?: true
  /** Fills up short values in keys, so that numbers sort as text. */
  readonly padding?: { readonly length: number; readonly char: string }
}

/**
 * A key of attributes: `$cairn#<name>_<value>…` or `$<entity>_<version>#<name>_<value>…` in lower case, unless it says
 * otherwise. Its attributes must be required ones.
 */
export type KeyDeclaration = {
  readonly field: string
  readonly composite: readonly string[]
  /** Text with attributes, as in `g#${goalKey}`. */
  readonly template?: string
  /** Keeps upper case. */
  readonly casing?: 'none'
}

export type IndexDeclaration = {
  /** Absent for the table itself. */
  readonly index?: string
  /** Part of the sort key before the entity's name. */
  readonly collection?: string
  /** A sparse index contains only records with this value of an attribute. */
  readonly only?: { readonly attribute: string; readonly value: string }
  readonly pk: KeyDeclaration
  readonly sk: KeyDeclaration
}

export type Declaration = {
  readonly model: { readonly entity: string; readonly version: string; readonly service: string }
  readonly attributes: Readonly<Record<string, Attribute>>
  /** `record` is the key in the table. */
  readonly indexes: { readonly record: IndexDeclaration } & Readonly<Record<string, IndexDeclaration>>
}

/** A declared entity. */
export type Entity<D extends Declaration = Declaration> = D & {
  /** Each attribute's name, and the name under which it is stored. */
  readonly fields: readonly { readonly name: string; readonly field: string }[]
  readonly keys: Readonly<Record<string, CompiledKeys>>
  /** All attributes, and which entity wrote the item: without keys, which are a third of it. */
  readonly projection: { readonly names: Readonly<Record<string, string>>; readonly expression: string }
}

export function defineEntity<const D extends Declaration>(declaration: D): Entity<D> {
  const fields = Object.entries(declaration.attributes).map(([name, { field = name }]) => ({ name, field }))
  const projected = ['__edb_e__', ...fields.map(({ field }) => field)]
  const names = Object.fromEntries(projected.map((field, position) => [`#p${position}`, field]))
  const projection = { names, expression: Object.keys(names).join(',') }
  return { ...declaration, fields, keys: compileKeys(declaration), projection }
}

type ValueOf<A extends Attribute> = A['type'] extends { readonly [valueOfType]: infer T }
  ? T
  : A['type'] extends 'string'
    ? string
    : A['type'] extends 'number'
      ? number
      : unknown

type RequiredName<A> = { [N in keyof A]: A[N] extends { readonly required: true } ? N : never }[keyof A]

/** The names of attributes that a record may lack. */
export type OptionalName<E extends Entity> = Exclude<keyof E['attributes'], RequiredName<E['attributes']>> &
  string

/** A record of an entity. */
export type RecordOf<E extends Entity> = Flat<
  { -readonly [N in RequiredName<E['attributes']>]: ValueOf<E['attributes'][N]> } & {
    -readonly [N in OptionalName<E>]?: ValueOf<E['attributes'][N]> | undefined
  }
>

type Flat<T> = { [N in keyof T]: T[N] }

export type IndexName<E extends Entity> = keyof E['indexes'] & string

type AttributesIn<E extends Entity, K extends KeyDeclaration> = Pick<
  RecordOf<E>,
  K['composite'][number] & keyof RecordOf<E>
>

/** The attributes that name the partition of an index. */
export type PartitionOf<E extends Entity, I extends IndexName<E>> = AttributesIn<E, E['indexes'][I]['pk']>

/** The attributes by which an index sorts. */
export type SortOf<E extends Entity, I extends IndexName<E>> = AttributesIn<E, E['indexes'][I]['sk']>

/** The attributes that identify a record. */
export type KeyOf<E extends Entity> = Flat<PartitionOf<E, 'record'> & SortOf<E, 'record'>>
