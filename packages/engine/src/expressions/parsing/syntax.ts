/** The syntax tree of expressions. Names (`#name`) and values (`:value`) are looked up when an expression is used. */

/** A step of a document path: an attribute's name, a placeholder for one, or the index of a list element. */
export type PathStep = { name: string } | { placeholder: string } | { index: number }
export type Path = readonly PathStep[]

export type Operand =
  | { kind: 'path'; path: Path }
  | { kind: 'value'; placeholder: string }
  | { kind: 'size'; path: Path }

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>='

export type Condition =
  | { kind: 'and' | 'or'; left: Condition; right: Condition }
  | { kind: 'not'; condition: Condition }
  | { kind: 'compare'; comparator: Comparator; left: Operand; right: Operand }
  | { kind: 'between'; operand: Operand; lower: Operand; upper: Operand }
  | { kind: 'in'; operand: Operand; candidates: readonly Operand[] }
  | { kind: 'exists' | 'not_exists'; path: Path }
  | { kind: 'type'; path: Path; type: Operand }
  | { kind: 'begins_with' | 'contains'; operand: Operand; part: Operand }

export type SetOperand =
  | Exclude<Operand, { kind: 'size' }>
  | { kind: 'if_not_exists'; path: Path; otherwise: SetOperand }
  | { kind: 'list_append'; left: SetOperand; right: SetOperand }
  | { kind: 'add' | 'subtract'; left: SetOperand; right: SetOperand }

export type UpdateAction =
  | { kind: 'SET'; path: Path; value: SetOperand }
  | { kind: 'REMOVE'; path: Path }
  | { kind: 'ADD' | 'DELETE'; path: Path; placeholder: string }

/** An expression with the placeholders that occur in it. */
export type Parsed<T> = {
  readonly tree: T
  readonly names: readonly string[]
  readonly values: readonly string[]
}
