/** Run each minute by a schedule. Nothing is due yet. */
export const handler = async (): Promise<void> => {}
