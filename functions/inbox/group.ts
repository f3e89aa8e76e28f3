import { inboxOperations } from '@cairn/contract/operations/inbox'
import { listInbox } from '@cairn/domain/inbox/list-inbox'
import { updateInbox } from '@cairn/domain/inbox/update-inbox'
import { updateInboxItem } from '@cairn/domain/inbox/update-inbox-item'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, inboxOperations, { listInbox, updateInboxItem, updateInbox })
