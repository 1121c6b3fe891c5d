/** Lets Material start its search from a folder on disk, where a worker can't be made from a file. */
const FileWorker = globalThis.Worker;
globalThis.Worker = class extends FileWorker {
  constructor(address, options) {
    const isSearch = String(address).includes("/workers/search.");
    super(
      isSearch ? URL.createObjectURL(new Blob([SEARCH_WORKER], { type: "text/javascript" })) : address,
      options,
    );
  }
};
