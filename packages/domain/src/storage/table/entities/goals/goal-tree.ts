/** The records of a goal's place among others. `packages/domain/README.md`, "Goals together", says who writes them. */
import type { GoalStatus } from '@cairn/contract/schemas/goals/goal-values'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/** A roll-up as it is stored. */
export type StoredRollup = {
  /** Sub-goals: all, and those that are active or paused. */
  c: number
  o: number
  /** The numbers of descendants by status, and of active ones by health, in the order of the contract. */
  s: number[]
  h: number[]
  p?: number
  /** The key of the owner of all descendants, if it is one. */
  w?: string
}

/**
 * A goal's place in a tree, beside its row: its parent, and how many goals are how far below it. Both are written in the
 * transactions that move goals, which keep trees within their limits. Absent while the goal has never had a parent or a sub-goal.
 */
export const goalTreeEntity = lazyEntity({
  model: { entity: 'goalTree', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** Absent at the top. */
    parentKey: { type: 'string', field: 'p' },
    /** How many goals are one to four levels below. Absent: 0. */
    below1: { type: 'number', field: 'b1' },
    below2: { type: 'number', field: 'b2' },
    below3: { type: 'number', field: 'b3' },
    below4: { type: 'number', field: 'b4' },
    /** Derived from the records of the sub-goals, behind the answer. */
    rollup: { type: CustomAttributeType<StoredRollup>('any'), field: 'r' },
    /** Another one after every write of the roll-up. */
    stamp: { type: 'string', field: 's' },
  },
  indexes: {
    record: { pk: goalPartition, sk: { field: 'sk', composite: [], template: 't', casing: 'none' } },
  },
})
export type GoalTreeRecord = EntityItem<typeof goalTreeEntity>

/** A goal above, or one that is waited for, as it was copied. */
type Copy = { id: string; title: string; ownerKey: string }
export type AncestorCopy = Copy
export type BlockerCopy = Copy & { status: GoalStatus }

/** Copies of the goals above a goal, and of those that it waits for. Derived behind the answer. */
export const goalNeighborsEntity = lazyEntity({
  model: { entity: 'goalNeighbors', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** Top first. */
    ancestors: { type: CustomAttributeType<AncestorCopy[]>('any'), field: 'a', required: true },
    /** In the order of the goal's row, without those that do not exist. */
    blockers: { type: CustomAttributeType<BlockerCopy[]>('any'), field: 'b', required: true },
    /** Another one after every write. */
    stamp: { type: 'string', field: 's', required: true },
  },
  indexes: {
    record: { pk: goalPartition, sk: { field: 'sk', composite: [], template: 'n', casing: 'none' } },
  },
})
export type GoalNeighborsRecord = EntityItem<typeof goalNeighborsEntity>

/** The partition of what refers to a goal: the goals below it, and those that wait for it. */
const relativesPartition = {
  field: 'pk',
  composite: ['organizationKey', 'goalKey'],
  template: 't#${organizationKey}#${goalKey}',
  casing: 'none',
} as const

/** The parts of a goal that a roll-up and the order of a tree need, under short names. */
export type ChildFacts = {
  /** Status, health and progress. */
  s: GoalStatus
  h?: string
  p?: number
  /** Weight, if not 1. */
  k?: number
  /** The owner's key. */
  w: string
  /** Timeframe as the row stores it, days between reports, the times of the last report and of the publication. */
  f: string
  c?: number
  l?: number
  a: number
  /** 1 if a criterion was judged as not met. */
  m?: 1
  /** 1 if its budget is used up. */
  b?: 1
  /** 1 if somebody has to confirm what is met. */
  v?: 1
  /** The roll-up of a goal with sub-goals. */
  r?: StoredRollup
}

/** A goal below another one. The record is written in the transactions that move goals; its facts are derived behind the answer. */
export const goalChildEntity = lazyEntity({
  model: { entity: 'goalChild', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** The parent. */
    goalKey: { type: 'string', field: 'g', required: true },
    childKey: { type: 'string', field: 'k', required: true },
    facts: { type: CustomAttributeType<ChildFacts>('any'), field: 'f', required: true },
    /** Another one after every write. */
    stamp: { type: 'string', field: 's', required: true },
  },
  indexes: {
    record: {
      pk: relativesPartition,
      sk: { field: 'sk', composite: ['childKey'], template: 'c#${childKey}', casing: 'none' },
    },
  },
})
export type GoalChildRecord = EntityItem<typeof goalChildEntity>

/**
 * A goal that waits for another one. Written in the transaction that lets it wait, and deleted behind the one that ends it. So it may
 * remain for a while: the row of the waiting goal decides.
 */
export const goalDependentEntity = lazyEntity({
  model: { entity: 'goalDependent', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** The goal that is waited for. */
    goalKey: { type: 'string', field: 'g', required: true },
    dependentKey: { type: 'string', field: 'k', required: true },
    /** The version of the waiting goal that began to wait. */
    version: { type: 'number', field: 'v', required: true },
  },
  indexes: {
    record: {
      pk: relativesPartition,
      sk: { field: 'sk', composite: ['dependentKey'], template: 'd#${dependentKey}', casing: 'none' },
    },
  },
})
export type GoalDependentRecord = EntityItem<typeof goalDependentEntity>

/**
 * How often an organization has changed who waits for whom in a way that could close a circle. Each such change requires the number
 * that it has read. Absent before the first.
 */
export const goalEdgesEntity = lazyEntity({
  model: { entity: 'goalEdges', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    changes: { type: 'number', field: 'n' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationKey'], template: 't#${organizationKey}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'e', casing: 'none' },
    },
  },
})
