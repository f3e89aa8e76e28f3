import { queryAllRecords } from '../../storage/database/query-records.ts'
import { goalTemplateEntity, templates } from '../../storage/table/entities/goal-views/goal-template.ts'
import { goalViewEntity } from '../../storage/table/entities/goal-views/goal-view.ts'
import { goalViewCountEntity } from '../../storage/table/entities/goal-views/goal-view-count.ts'
import { shortId } from '../../storage/table/short-id.ts'
import type { RepairStep } from '../step.ts'

/** Counts saved views again: those of each member, and the shared ones. And the templates of goals. */
export const viewCountStep: RepairStep = {
  name: 'views',
  see: {
    async organization(repair, { organizationId }) {
      const organizationKey = shortId(organizationId)
      const options = { consistent: true }
      const read = <E extends typeof goalViewEntity | typeof goalViewCountEntity | typeof goalTemplateEntity>(
        entity: E,
      ) => queryAllRecords(repair.database, entity, 'record', { organizationKey } as never, options)
      // Counts first: a view that comes later changes its count.
      const stored = new Map(
        (await read(goalViewCountEntity)).map(({ holderKey, count }) => [holderKey, count]),
      )
      const views = new Map<string, unknown[]>(
        Map.groupBy(await read(goalViewEntity), ({ holderKey }) => holderKey),
      )
      views.set(templates, await read(goalTemplateEntity))
      for (const holderKey of new Set([...stored.keys(), ...views.keys()])) {
        const counted = stored.get(holderKey)
        const record = { organizationKey, holderKey, count: views.get(holderKey)?.length ?? 0 }
        if ((counted ?? 0) === record.count) continue
        await repair.write('counts of views written', {
          count:
            counted === undefined
              ? { Put: goalViewCountEntity.create(record) }
              : {
                  Put: goalViewCountEntity.put(record).where(({ count }, { eq }) => eq(count, counted)),
                },
        })
      }
    },
  },
}
