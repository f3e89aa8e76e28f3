import { storedItem, storeItem } from '../../../accounts/session/tab/tab-storage.ts'
import { api } from '../../../data/api/client.ts'
import { queryClient } from '../../../data/api/query-client.ts'
import { goalDraftQuery, type StoredDraft } from './draft-query.ts'
import { type Settlement, settleDraft } from './settle-draft.ts'

/** Where the draft of a report is: that of the service by organization and goal, that of the tab by its key. */
export type DraftPlace = { organizationId: string; goalId: string; key: string }

/** What the tab remembers of the service's draft, also after a reload. */
type Remembered = { known: string | null; sent: string | null }

const rememberedKey = ({ key }: DraftPlace) => `${key}.stored`

function remembered(place: DraftPlace): Remembered {
  return JSON.parse(storedItem(rememberedKey(place)) ?? '{"known":null,"sent":null}')
}

const remember = (place: DraftPlace, change: Partial<Remembered>) =>
  storeItem(rememberedKey(place), JSON.stringify({ ...remembered(place), ...change }))

const forget = (place: DraftPlace) => storeItem(rememberedKey(place), undefined)

/** Requests about drafts go out one after the other, so that none takes an earlier one of its own tab for another's. */
let turn: Promise<unknown> = Promise.resolve()

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = turn.then(work)
  turn = result.catch(() => undefined)
  return result
}

const query = ({ organizationId, goalId }: DraftPlace) => goalDraftQuery(organizationId, goalId)

const lookUp = (place: DraftPlace) => queryClient.fetchQuery({ ...query(place), staleTime: 0 })

const show = (place: DraftPlace, draft: StoredDraft | null) =>
  queryClient.setQueryData(query(place).queryKey, draft)

/** Says what is to happen with what is typed in this tab and what the service has. */
export function settle(place: DraftPlace, typed: string | null, found: StoredDraft | null): Settlement {
  return settleDraft({ typed, found: found?.content ?? null, ...remembered(place) })
}

/** Reads the service's draft for a form that opens. */
export const readDraft = (place: DraftPlace) => inTurn(() => lookUp(place))

/** Remembers that the form has what the service has. `content` is the draft as the form shows it, which may have new fields. */
export const adopt = (place: DraftPlace, content: string, found: StoredDraft) =>
  remember(place, { known: content, sent: found.content })

/** Stores a draft, unless another tab or device has left a different one meanwhile: then returns that one. */
export const writeDraft = (place: DraftPlace, content: string) =>
  inTurn(async () => {
    if (content === remembered(place).known) return null
    const found = await lookUp(place)
    if (settle(place, content, found) === 'ask') return found
    remember(place, { sent: content })
    const { goalId } = place
    const { draft } = await api.putGoalDraft({ params: { goalId }, body: { content: JSON.parse(content) } })
    remember(place, { known: content })
    show(place, { content, updatedAt: draft.updatedAt })
    return null
  })

/** Deletes the draft that this tab has stored. One of another tab or device stays, because nobody has sent or discarded it. */
export const removeDraft = (place: DraftPlace) =>
  inTurn(async () => {
    const { known, sent } = remembered(place)
    forget(place)
    if (known === null && sent === null) return
    const found = await lookUp(place)
    if (found?.content !== known && found?.content !== sent) return
    await api.deleteGoalDraft({ params: { goalId: place.goalId } })
    show(place, null)
  })

/** Deletes the draft that is announced, in this tab and at the service. Returns what puts it back. */
export async function discardDraft(place: DraftPlace): Promise<() => Promise<void>> {
  const params = { goalId: place.goalId }
  const [typed, memory] = [storedItem(place.key), storedItem(rememberedKey(place))]
  const found = await readDraft(place)
  if (found) await inTurn(() => api.deleteGoalDraft({ params }))
  storeItem(place.key, undefined)
  forget(place)
  show(place, null)
  return async () => {
    storeItem(place.key, typed)
    storeItem(rememberedKey(place), memory)
    if (!found) return
    await inTurn(() => api.putGoalDraft({ params, body: { content: JSON.parse(found.content) } }))
    show(place, found)
  }
}
