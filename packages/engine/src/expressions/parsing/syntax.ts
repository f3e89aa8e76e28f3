/** The syntax tree of expressions. Names (`#name`) and values (`:value`) are looked up when an expression is used. */

/** A step of a document path: an attribute's name, a placeholder for one, or the index of a list element. */
export type PathStep = { name: string } | { placeholder: string } | { index: number }
export type Path = readonly PathStep[]

export type Operand = { kind: 'path'; path: Path } | { kind: 'value'; placeholder: string }

export type Comparator = '=' | '<' | '<=' | '>' | '>='

export type Condition =
  | { kind: 'and' | 'or'; left: Condition; right: Condition }
  | { kind: 'compare'; comparator: Comparator; left: Operand; right: Operand }
  | { kind: 'between'; operand: Operand; lower: Operand; upper: Operand }
  | { kind: 'exists' | 'not_exists'; path: Path }
  | { kind: 'begins_with'; operand: Operand; part: Operand }

/** `unless` is the path of `if_not_exists`. */
export type UpdateAction =
  | { kind: 'SET'; path: Path; unless?: Path; placeholder: string }
  | { kind: 'REMOVE'; path: Path }
  | { kind: 'ADD'; path: Path; placeholder: string }

/** An expression with the placeholders that occur in it. */
export type Parsed<T> = {
  readonly tree: T
  readonly names: readonly string[]
  readonly values: readonly string[]
}
