/**
 * Traits of organizations: goals that belong together, work on goals, and comments and watches. Many organizations have none, and pay nothing
 * for it: the label directory, which every request for goals reads, says so. A trait remains, so a process remembers it.
 */
import { readDirectory } from '../../goal-labels/label-directory.ts'
import type { Database } from '../../storage/database/client.ts'
import {
  type GoalLabelDirectoryRecord,
  goalLabelDirectoryEntity,
} from '../../storage/table/entities/goal-labels/goal-label-directory.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'

const traits = ['hasRelations', 'hasWork', 'hasConversation', 'hasContinuations'] as const
export type Trait = (typeof traits)[number]

/** The organizations of a table of which this process knows a trait. */
const knownIn = new WeakMap<Database['client'], Record<Trait, Set<string>>>()
const maximumKnown = 10_000

function knownOrganizations({ client }: Pick<Database, 'client'>): Record<Trait, Set<string>> {
  const known = knownIn.get(client) ?? {
    hasRelations: new Set(),
    hasWork: new Set(),
    hasConversation: new Set(),
    hasContinuations: new Set(),
  }
  knownIn.set(client, known)
  for (const trait of traits) if (known[trait].size >= maximumKnown) known[trait].clear()
  return known
}

/** Returns whether this process knows that an organization has a trait, without asking the table. */
export function isKnownTo(database: Database, organizationId: string, trait: Trait): boolean {
  return knownOrganizations(database)[trait].has(organizationId)
}

/** Returns whether an organization has a trait. Costs nothing beside a read of the labels, which is of the same record. */
export async function hasTrait(database: Database, organizationId: string, trait: Trait): Promise<boolean> {
  if (isKnownTo(database, organizationId, trait)) return true
  const directory = await readDirectory(database, organizationId)
  noteTraits(database, organizationId, directory)
  return directory?.[trait] ?? false
}

function noteTraits(
  database: Database,
  organizationId: string,
  directory: GoalLabelDirectoryRecord | null,
): void {
  const known = knownOrganizations(database)
  for (const trait of traits) if (directory?.[trait]) known[trait].add(organizationId)
}

/** Returns the write that gives an organization a trait. Fails if the organization does not exist. */
export function traitItem(organizationId: string, trait: Trait): TransactionItem {
  return { Update: goalLabelDirectoryEntity.patch({ organizationId }).set({ [trait]: true }) }
}

/** Returns the write that gives an organization some traits, which are in one record; undefined for none. */
export function traitsItem(organizationId: string, given: readonly Trait[]): TransactionItem | undefined {
  if (given.length === 0) return undefined
  const set = Object.fromEntries(given.map((trait) => [trait, true]))
  return { Update: goalLabelDirectoryEntity.patch({ organizationId }).set(set) }
}
