import { deliver } from '@cairn/domain/inbox/deliver'
import { itemIdOf } from '@cairn/domain/inbox/item-id'
import { expect } from 'vitest'
import { createGoal } from '../people/goals.ts'
import type { ExamplesOf, Scene } from './example.ts'

/** An unread item of the person, in the table: tests for whom nothing follows from changes need one too. */
async function itemOf({ world, whose }: Scene): Promise<string> {
  return world.once(`item of ${whose.userId}`, async () => {
    const { activeOrganizationId: organizationId } = await whose.api.getOrganizationContext()
    const { id: goalId, createdAt } = await createGoal(whose)
    const event = { id: goalId, createdAt }
    await deliver(
      world.service.table.database,
      {
        organizationId,
        goalId,
        event,
        actor: { kind: 'agent', id: 'nobody', runId: null },
        actorName: 'Planner',
        ref: {},
        people: new Map([[whose.userId, 'report_requested']]),
      },
      new Date(createdAt),
    )
    return itemIdOf(event)
  })
}

/** The item that a request was about, as its owner sees it. */
async function read({ api }: Scene['whose'], itemId: unknown) {
  const { items } = await api.listInbox()
  return items.find(({ id }) => id === itemId)
}

export const inbox: ExamplesOf<'inbox'> = {
  listInbox: { access: 'list-inbox', request: () => ({ query: { state: 'unread' } }) },
  updateInboxItem: {
    access: 'inbox-item',
    request: async (scene) => ({ params: { itemId: await itemOf(scene) }, body: { read: true } }),
    effect: async ({ world, request, body }) => {
      const item = await read(world.owner, request.params?.itemId)
      expect(item?.readAt).not.toBeNull()
      if (body) expect(item).toEqual(body.item)
    },
  },
  updateInbox: {
    access: 'inbox-item',
    request: async (scene) => ({ body: { readUntil: await itemOf(scene) } }),
    effect: async ({ world, request }) => {
      const { readUntil } = request.body as { readUntil: string }
      expect((await read(world.owner, readUntil))?.readAt).not.toBeNull()
    },
  },
}
