# SPDX-License-Identifier: MIT
# cuSOLVER and cuSPARSE of CUDA 11 to 13.  libcusolver.so.11 belongs to two toolkits, and so does libcusparse.so.12.
hw_cuda_toolkits(cusolver solver hw_solver_missing 11:12.9:libcusolver.so.11 12:13.0:libcusolver.so.12)
hw_cuda_toolkits(cusparse sparse hw_sparse_missing 11:11.8:libcusparse.so.11 12:12.9:libcusparse.so.12)
