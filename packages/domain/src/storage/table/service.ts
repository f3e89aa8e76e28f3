import { Service } from 'electrodb'
import { entities } from './entities.ts'

/**
 * The table as one service of ElectroDB, which checks that the entities agree about the table and its indexes. Programs that read any
 * record use it; functions import the entities that they need, and are built without the service.
 */
export const tableService = new Service(entities)
