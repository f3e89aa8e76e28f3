import { type EntityName, organizationOf } from '../../storage/table/entities.ts'
import type { RecordKey } from '../../storage/table/entity.ts'
import type { Check, Report } from '../finding.ts'

type Organization = {
  organization?: RecordKey
  owners: number
  /** A membership whose user was told that the organization was deleted. */
  told?: RecordKey
  /** The first record of each kind that belongs to the organization. */
  records: Map<EntityName, RecordKey>
}

/**
 * Checks that every organization has one owner, or follows the owner's deleted account, and a label directory, and that the organization
 * of every record exists.
 */
export function checkOrganizations(report: Report): Check {
  const organizations = new Map<string, Organization>()
  /** Organizations whose owner's account was deleted, which follow. */
  const abandoned = new Set<string>()

  function organizationBy(id: string): Organization {
    const known = organizations.get(id)
    if (known) return known
    const organization: Organization = { owners: 0, records: new Map() }
    organizations.set(id, organization)
    return organization
  }

  return {
    see(record) {
      if (record.__edb_e__ === 'accountDeletion') {
        for (const { organizationId, role } of record.organizations) {
          if (role === 'owner') abandoned.add(organizationId)
        }
      }
      const { pk, sk, __edb_e__: name } = record
      const id = organizationOf(record)
      // One that waits for an email is removed with it.
      if (id === undefined || name === 'reminder' || name === 'questionMail') return
      const organization = organizationBy(id)
      if (name === 'organization') organization.organization = { pk, sk }
      else if (!organization.records.has(name)) organization.records.set(name, { pk, sk })
      if (name !== 'membership') return
      if (record.role === 'owner') organization.owners++
      if (record.toldAt !== undefined) organization.told = { pk, sk }
    },
    end() {
      for (const [id, { organization, owners, told, records }] of organizations) {
        if (organization) {
          const isAbandoned = owners === 0 && abandoned.has(id)
          if (owners !== 1 && !isAbandoned)
            report('broken', organization, `organization ${id} has ${owners} owners`)
          if (!records.has('goalLabelDirectory'))
            report('broken', organization, `organization ${id} has no label directory`)
          if (told)
            report('broken', told, `a member was told that organization ${id} was deleted, which exists`)
          continue
        }
        for (const [name, key] of records) {
          report('broken', key, `a ${name} in organization ${id}, which does not exist`)
        }
      }
    },
  }
}
