import type { EntityName } from '../table/entities.ts'
import type { RecordKey } from '../table/entity/keys.ts'
import type { Check, Report } from './finding.ts'

type Organization = {
  organization?: RecordKey
  owners: number
  /** The first record of each kind that belongs to the organization. */
  records: Map<EntityName, RecordKey>
}

/** Checks that every organization has one owner, and that the organization of every record exists. */
export function checkOrganizations(report: Report): Check {
  const organizations = new Map<string, Organization>()

  function organizationBy(id: string): Organization {
    const known = organizations.get(id)
    if (known) return known
    const organization: Organization = { owners: 0, records: new Map() }
    organizations.set(id, organization)
    return organization
  }

  return {
    see(record) {
      if (!('organizationId' in record)) return
      const { pk, sk, __edb_e__: name } = record
      const organization = organizationBy(record.organizationId)
      if (name === 'organization') organization.organization = { pk, sk }
      else if (!organization.records.has(name)) organization.records.set(name, { pk, sk })
      if (name === 'membership' && record.role === 'owner') organization.owners++
    },
    end() {
      for (const [id, { organization, owners, records }] of organizations) {
        if (organization) {
          if (owners !== 1) report('broken', organization, `organization ${id} has ${owners} owners`)
          continue
        }
        for (const [name, key] of records) {
          report('broken', key, `a ${name} in organization ${id}, which does not exist`)
        }
      }
    },
  }
}
